// What is sent to the page. Made by `python -m tests.web.page_types`, not by hand.
// Every sentence has been said in the device's language already, so a Say is a string here.

declare namespace Sent {
  interface Table {
    seq: number;
    number: number;
    game: string;
    title: string;
    seats: Seat[];
    asks: Ask[];
    log: LogLine[];
    moves: string[];
    outcome: Outcome | null;
    hash: string;
    is_whole: boolean;
    is_lent: boolean;
    headline: string;
    trackers: Tracker[];
    closed: string[];
    hushed: boolean;
    stage: Arrangement | null;
    passing: string[];
    facts: Record<string, any>;
  }
  type Why = (handle: string, tracker?: Tracker) => void;
  type Give = (answer: any, seat?: string) => void;
  type DrawTracker<One> = (one: One, table: Table, why: Why) => any;
  type DrawAsk<One> = (ask: One, table: Table, give: Give, before?: any) => any;
  interface Around {
    camera: Device;
    panel: Device;
    sights: Sight[];
    hints: Hint[];
    notes: Note[];
    desk: Note[];
    judge: boolean;
    said: Said | null;
    line: CameraLine | null;
    states: Record<string, any>;
    places: Record<string, any>;
    light: any;
    face: any;
    virtual: boolean;
    scene?: any;
    demo?: any;
    read?: any;
  }
  type Ask =
    | Roll
    | Place
    | Show
    | Choose
    | Count
    | Ready;
  type Tracker =
    | Counter
    | Track
    | Gauge
    | Grid
    | Cards
    | Dial
    | Pile
    | Ring
    | Sheet
    | Order
    | Phase
    | Map
    | Board
    | Chart
    | Abacus
    | Tokens
    | Notes;
  interface Roll {
    kind: "roll";
    id: string;
    say: string;
    seats: string[];
    zone: string | null;
    lines: string[];
    optional: boolean;
    as_it_lies: boolean;
    dice: DieWanted[];
    least: number | null;
    lying: Die[];
    more: string;
  }
  interface DieWanted {
    kind: string;
    colour: string | null;
    count: number;
    faces: (number | string)[];
  }
  interface Die {
    face: number | string;
    kind: string;
    colour: string | null;
  }
  interface Place {
    kind: "place";
    id: string;
    say: string;
    seats: string[];
    zone: string | null;
    lines: string[];
    optional: boolean;
    as_it_lies: boolean;
    sheet: string;
    cells: Cell[];
    pieces: PieceWanted[];
    least: number;
    most: number | null;
    per_cell: number | null;
    one_kind_per_cell: boolean;
    now: Record<string, Piece[]>;
    awaited: string[];
    board: BoardShape | null;
    keeps: boolean;
    more: string;
  }
  interface Cell {
    id: string;
    say: string | null;
    most: number | null;
  }
  interface PieceWanted {
    id: string;
    say: string | null;
    colour: string | null;
    most: number | null;
    faces: (number | string)[];
    turns: boolean;
    kind: string;
    sides: string[];
    price: number | null;
    why_not: string | null;
  }
  interface Piece {
    id: string;
    count: number;
    turn: number;
    face: number | string | null;
  }
  interface BoardShape {
    rows?: number;
    cols?: number;
    marks?: string[];
    spots?: BoardSpot[];
    ways?: [string, string][];
  }
  interface BoardSpot {
    id: string;
    x: number;
    y: number;
  }
  interface Show {
    kind: "show";
    id: string;
    say: string;
    seats: string[];
    zone: string | null;
    lines: string[];
    optional: boolean;
    as_it_lies: boolean;
    cards: string;
    known: CardKnown[];
    least: number;
    most: number;
    new: boolean;
    needs: string[];
    deck: string;
    spare: boolean;
    more: string;
  }
  interface CardKnown {
    id: string;
    title: string;
    note: string;
    needs: string[];
  }
  interface Choose {
    kind: "choose";
    id: string;
    say: string;
    seats: string[];
    zone: string | null;
    lines: string[];
    optional: boolean;
    as_it_lies: boolean;
    options: Option[];
    least: number;
    most: number;
    more: string;
  }
  interface Option {
    id: string;
    say: string;
    detail: string | null;
    why_not: string | null;
    rule: string;
    bends: boolean;
    seat: string | null;
    colour: string | null;
    card: string | null;
    button: number;
    alone: boolean;
  }
  interface Count {
    kind: "count";
    id: string;
    say: string;
    seats: string[];
    zone: string | null;
    lines: string[];
    optional: boolean;
    as_it_lies: boolean;
    of: string;
    least: number;
    most: number | null;
    start: number;
    piece: string;
    colour: string | null;
    more: string;
  }
  interface Ready {
    kind: "ready";
    id: string;
    say: string;
    seats: string[];
    zone: string | null;
    lines: string[];
    optional: boolean;
    as_it_lies: boolean;
    done: string[];
    withdraw: boolean;
    more: string;
  }
  interface Counter {
    kind: "counter";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    value: number;
    most?: number | null;
    colour?: string | null;
    badge?: string;
    counts?: boolean;
    pips?: string;
  }
  interface Behind {
    rule: string;
    cards?: CardFace[];
  }
  interface CardFace {
    id: string;
    title: string;
    turn?: number;
    face_up?: boolean;
    colour?: string | null;
    colours?: string[];
    shared?: string[];
    badge?: string;
    glyph?: string;
    glyph_say?: string | null;
    pattern?: string;
    figures?: ([string, number | string])[];
    lines?: string[];
    faded?: boolean;
    mark?: string | null;
    slot?: string;
    source?: string;
    attached?: CardFace[];
    handle?: string | null;
  }
  interface Track {
    kind: "track";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    least?: number;
    most: number;
    markers: Marker[];
    marks?: number[];
  }
  interface Marker {
    at: number;
    seat?: string | null;
    say?: string | null;
    colour?: string | null;
    badge?: string;
    counts?: boolean;
    handle?: string | null;
  }
  interface Gauge {
    kind: "gauge";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    value: number;
    most: number;
    warn?: number | null;
    alarm?: number | null;
    against?: number | null;
    against_say?: string | null;
    parts?: [string, number][];
    shape?: string;
    locked?: boolean;
  }
  interface Grid {
    kind: "grid";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    rows: number;
    cols: number;
    cells?: GridCell[];
    lanes?: Lane[];
    turn?: number;
  }
  interface GridCell {
    row: number;
    col: number;
    piece?: Piece | null;
    colour?: string | null;
    badge?: string;
    ghost?: boolean;
    outline?: string | null;
    say?: string | null;
  }
  interface Lane {
    side: string;
    at?: number | null;
    colour?: string | null;
    badge?: string;
    option?: string;
  }
  interface Cards {
    kind: "cards";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    cards: CardFace[];
    slots?: number | null;
    cols?: number | null;
    shape?: string;
  }
  interface Dial {
    kind: "dial";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    sides: [string, string][];
  }
  interface Pile {
    kind: "pile";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    count: number | null;
    top?: CardFace | null;
  }
  interface Ring {
    kind: "ring";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    spots: RingSpot[];
  }
  interface RingSpot {
    id: string;
    cards?: CardFace[];
    here?: boolean;
    open?: boolean;
  }
  interface Sheet {
    kind: "sheet";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    columns: string[];
    rows: SheetRow[];
    sums?: Piece[][];
  }
  interface SheetRow {
    id: string;
    say: string;
    cells: Piece[][];
    lit?: boolean;
    colour?: string | null;
  }
  interface Order {
    kind: "order";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    turns: TurnSeat[];
  }
  interface TurnSeat {
    seat: string;
    state?: string;
    badge?: string;
  }
  interface Phase {
    kind: "phase";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    steps: PhaseStep[];
    at?: string;
  }
  interface PhaseStep {
    id: string;
    say: string;
    state?: string;
    mark?: string;
  }
  interface Map {
    kind: "map";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    places: MapPlace[];
    ways?: [string, string][];
  }
  interface MapPlace {
    id: string;
    say: string;
    x: number;
    y: number;
    group?: string;
    pieces?: Marker[];
    lines?: string[];
    lit?: boolean;
  }
  interface Board {
    kind: "board";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    shape: BoardShape;
    cells: Record<string, Piece[]>;
  }
  interface Chart {
    kind: "chart";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    slots: Slot[];
  }
  interface Slot {
    id: string;
    say: string;
    filled?: string[];
    lit?: boolean;
  }
  interface Abacus {
    kind: "abacus";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    value: number;
    most?: number;
    wasted?: number;
  }
  interface Tokens {
    kind: "tokens";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    pieces: Loose[];
  }
  interface Loose {
    id: string;
    say: string;
    count: number;
    colour?: string;
  }
  interface Notes {
    kind: "notes";
    id: string;
    say: string;
    seat?: string | null;
    handle?: string | null;
    size?: number;
    made_of?: ((string | number)[])[];
    note?: string | null;
    tone?: string;
    front?: boolean;
    quiet?: boolean;
    behind?: Behind | null;
    lines: string[];
    opens?: (Behind | null)[];
  }
  interface Device {
    state: string;
    what: string;
    figures: Record<string, number | string>;
  }
  interface CameraLine {
    state: string;
    say: string;
    ask: string;
  }
  interface Sight {
    ask: string;
    why: string;
    pieces: Record<string, any>[];
    picture: string;
    proposal: Rolled | Placed | Shown | Chosen | Counted | Readied | null;
    quiet: boolean;
    lesson: string;
  }
  interface Rolled {
    kind: "roll";
    dice: Die[];
  }
  interface Placed {
    kind: "place";
    cells: Record<string, Piece[]>;
    unplaced: Record<string, number>;
  }
  interface Shown {
    kind: "show";
    cards: CardSeen[];
  }
  interface CardSeen {
    id: string;
    turn: number;
    face_up: boolean;
    facts: Record<string, any>;
  }
  interface Chosen {
    kind: "choose";
    options: string[];
  }
  interface Counted {
    kind: "count";
    number: number;
  }
  interface Readied {
    kind: "ready";
    ready: boolean;
  }
  interface Hint {
    place: string;
    say: string;
  }
  interface Note {
    id: string;
    what: string;
  }
  interface Said {
    serial: number;
    device: string;
    say: string;
  }
  interface Seat {
    id: string;
    name: string;
    colour: string;
    team: string;
  }
  interface LogLine {
    seq: number;
    says: string[];
    kind: string;
    seats?: string[];
    undone?: boolean;
    corrected?: boolean;
    bent?: string[];
    evidence?: string | null;
    device?: string;
    at?: number;
    sounds?: string[];
    moment?: string | null;
    done?: boolean;
  }
  interface Outcome {
    result: string;
    winners: string[];
    why: string;
    standings: Standing[];
  }
  interface Standing {
    seat: string;
    place: number;
    score: number | null;
  }
  interface Arrangement {
    areas: StageArea[];
    wide: Plan;
    tall: Plan;
  }
  interface StageArea {
    id: string;
    say: string;
    holds: string[];
    shows?: string;
  }
  interface Plan {
    columns: number[];
    rows: [number, string][];
  }
}
