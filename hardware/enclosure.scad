// The panel's box: a sloped lid with 16 buttons and their lamps, encoder, 20x4 display; below it the board, the Pi and a
// socket for the camera's arm. Both parts fit a bed of 220 mm. `make -C hardware enclosure` writes the STL files.
// All measures in millimetres. Change the diameters to the buttons you bought; everything else follows.

part = "both";              // lid, base, both

button_diameter = 16.2;     // M16 push buttons, their nuts 22
button_pitch = 26;
row_pitch = 30;
lamp_diameter = 5.2;        // 5 mm LED, above its button
lamp_above = 13;
encoder_diameter = 7.2;
display_window = [77, 26];  // 20x4 module: 98 x 60, window 77 x 26
display_module = [98, 60];
display_holes = [93, 55];
buzzer_hole = 2;

wall = 2.4;
corner = 6;
margin = 8;                 // left and right
margin_deep = 20;           // front and back: the nuts of the corner buttons clear the posts
height_front = 45;          // buttons reach 25 mm below the lid, the Nano on its board 20 above the floor
height_back = 65;
screw = 3.4;                // M3, with room for the lid's slope
post = 9;

pi_holes = [58, 49];        // a Raspberry Pi 3, 4 or 5
pi_screw = 2.2;             // M2.5 cuts its own thread
board_holes = [84, 64];     // perfboard 90 x 70
standoff = 6;
standoff_height = 6;
arm_diameter = 20.4;        // a tube or profile of 20 mm
arm_depth = 30;

columns = 4;
rows = 4;
keys_width = (columns - 1) * button_pitch;
keys_depth = (rows - 1) * row_pitch;
width = keys_width + 2 * margin + button_diameter + display_module[0] + margin;
depth = keys_depth + 2 * margin_deep + button_diameter + lamp_above;
angle = atan((height_back - height_front) / depth);
lid_depth = depth / cos(angle);     // as long as the slope, not as its shadow

inset = wall + post / 2 - 1;        // posts stand in the wall: one that only touches it makes no solid
pi_at = [width - margin - display_module[0] + 13, depth - wall - 4 - 3.5 - pi_holes[1]];
board_at = [margin + 8, margin_deep + 12];
arm_at = [width - 26, arm_diameter / 2 + wall + 16];

// What must hold whatever is changed above; the Pi is 85 x 56, its holes 3.5 from the left and front.
assert(width <= 216.5 && lid_depth <= 216.5, "the box does not fit a bed of 220 mm");
assert(pi_at[0] - 3.5 + 85 + 1 < width - inset - post / 2, "the Pi stands in the corner post");
assert(pi_at[0] - 3.5 > board_at[0] + board_holes[0] + 3 + 2, "the Pi and the board overlap");
assert(arm_at[0] - arm_diameter / 2 - 4 > width - margin - display_module[0] / 2 + 10, "the arm stands in the encoder");
assert(pi_at[1] - 3.5 > arm_at[1] + arm_diameter / 2 + 4, "the arm stands in the Pi");
assert(norm([margin + button_diameter / 2 - inset, margin_deep + button_diameter / 2 - inset]) > 11 + post / 2,
       "the nut of a corner button meets its post");

$fn = 48;

module rounded(size, radius) {
    hull()
        for (x = [radius, size[0] - radius], y = [radius, size[1] - radius])
            translate([x, y]) circle(radius);
}

module key_hole(column, row) {
    translate([margin + button_diameter / 2 + column * button_pitch, margin_deep + button_diameter / 2 + row * row_pitch]) {
        circle(d = button_diameter);
        translate([0, lamp_above]) circle(d = lamp_diameter);
    }
}

module display_cut() {
    translate([width - margin - display_module[0] / 2, lid_depth - margin_deep - display_module[1] / 2]) {
        square(display_window, center = true);
        for (x = [-1, 1], y = [-1, 1])
            translate([x * display_holes[0] / 2, y * display_holes[1] / 2]) circle(d = screw);
    }
}

module encoder_cut() {
    translate([width - margin - display_module[0] / 2, margin_deep + 14]) circle(d = encoder_diameter);
}

module buzzer_cut() {
    for (at = [0:4])
        translate([width - margin - display_module[0] + 15 + 4 * cos(72 * at), margin_deep + 14 + 4 * sin(72 * at)])
            circle(d = buzzer_hole);
}

module posts(stretch = 1) {
    for (x = [inset, width - inset], y = [inset, depth - inset])
        translate([x, y * stretch]) children();
}

module lid() {
    linear_extrude(wall)
        difference() {
            rounded([width, lid_depth], corner);
            for (column = [0:columns - 1], row = [0:rows - 1]) key_hole(column, row);
            display_cut();
            encoder_cut();
            buzzer_cut();
            posts(1 / cos(angle)) circle(d = screw);
            translate([arm_at[0], arm_at[1] / cos(angle)]) circle(d = arm_diameter + 1);
        }
}

// Everything below the plane of the lid: it slopes from front to back.
module below_the_slope() {
    translate([-1, 0, -1]) rotate([90, 0, 90]) linear_extrude(width + 2)
        polygon([[-1, 0], [depth + 1, 0], [depth + 1, height_back + 1 + tan(angle)], [-1, height_front + 1 - tan(angle)]]);
}

module shell() {
    difference() {
        linear_extrude(height_back) rounded([width, depth], corner);
        translate([wall, wall, wall])
            linear_extrude(height_back) rounded([width - 2 * wall, depth - 2 * wall], corner - wall);
    }
}

module four(holes) {
    for (x = [0, holes[0]], y = [0, holes[1]]) translate([x, y]) children();
}

module pi_place() translate(concat(pi_at, 0)) children();
module board_place() translate(concat(board_at, 0)) children();
module arm_place() translate(concat(arm_at, 0)) children();

module base() {
    difference() {
        union() {
            intersection() {
                union() {
                    shell();
                    posts() linear_extrude(height_back) circle(d = post);
                }
                below_the_slope();
            }
            pi_place() four(pi_holes) linear_extrude(wall + standoff_height) circle(d = standoff);
            board_place() four(board_holes) linear_extrude(wall + standoff_height) circle(d = standoff);
            arm_place() linear_extrude(wall + arm_depth) circle(d = arm_diameter + 2 * 4);
        }
        posts() translate([0, 0, wall]) linear_extrude(height_back + 2) circle(d = 2.6);     // M3 cuts its own thread
        pi_place() four(pi_holes) translate([0, 0, wall]) linear_extrude(standoff_height + 1) circle(d = pi_screw);
        board_place() four(board_holes) translate([0, 0, wall]) linear_extrude(standoff_height + 1) circle(d = 2.6);
        arm_place() translate([0, 0, wall]) linear_extrude(arm_depth + 1) circle(d = arm_diameter);
        arm_place() translate([0, 0, -1]) linear_extrude(wall + 2) circle(d = 6.4);          // M6 or 1/4 inch from below
        pi_place() translate([-3.5, pi_holes[1], wall + standoff_height - 1]) cube([62, 30, 12]);   // power, screens
        translate([margin + 20, depth - wall - 1, height_front - 18]) cube([26, wall + 2, 4]);      // the camera's ribbon
        translate([width - wall - 1, depth - 62, wall + standoff_height]) cube([wall + 2, 54, 18]); // network, USB
        for (x = [margin + 6, width - margin - 6], y = [margin_deep, depth - margin_deep])
            translate([x, y, -1]) cylinder(h = 1.6, d = 10);                                 // rubber feet
    }
}

if (part == "lid" || part == "both") lid();
if (part == "base") base();
if (part == "both") translate([0, lid_depth + 10, 0]) base();
