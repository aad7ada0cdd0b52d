// Each kind of ask draws its own controls and calls `give` with an answer. The same controls serve
// corrections.

import { choose } from "./choose.js";
import { count } from "./count.js";
import { place } from "./place.js";
import { ready } from "./ready.js";
import { roll } from "./roll.js";
import { show } from "./show.js";

const KINDS = { roll, place, show, choose, count, ready };

export const controls = (ask, table, give, before) => KINDS[ask.kind](ask, table, give, before);
