// The panel's box: a sloped lid with 16 buttons and their lamps, encoder, 20x4 display; a flat back with the USB cable.
// Print the two parts flat: openscad -D 'part="lid"' -o lid.stl enclosure.scad, and the same with part="base".
// All measures in millimetres. Change the diameters to the buttons you bought; everything else follows.

part = "both";              // lid, base, both

button_diameter = 16.2;     // M16 push buttons
button_pitch = 26;
lamp_diameter = 5.2;        // 5 mm LED, above its button
lamp_above = 13;
encoder_diameter = 7.2;
display_window = [77, 26];  // 20x4 module: 98 x 60, window 77 x 26
display_module = [98, 60];
display_holes = [93, 55];
buzzer_hole = 2;

wall = 2.4;
corner = 6;
margin = 16;
height_front = 32;
height_back = 52;
screw = 3.2;
post = 9;

columns = 4;
rows = 4;
keys_width = (columns - 1) * button_pitch;
keys_depth = (rows - 1) * (button_pitch + 4);
width = keys_width + 2 * margin + button_diameter + display_module[0] + margin;
depth = keys_depth + 2 * margin + button_diameter + lamp_above;

$fn = 48;

module rounded(size, radius) {
    hull()
        for (x = [radius, size[0] - radius], y = [radius, size[1] - radius])
            translate([x, y]) circle(radius);
}

module key_hole(column, row) {
    translate([margin + button_diameter / 2 + column * button_pitch, margin + button_diameter / 2 + row * (button_pitch + 4)]) {
        circle(d = button_diameter);
        translate([0, lamp_above]) circle(d = lamp_diameter);
    }
}

module display_cut() {
    translate([width - margin - display_module[0] / 2, depth - margin - display_module[1] / 2]) {
        square(display_window, center = true);
        for (x = [-1, 1], y = [-1, 1])
            translate([x * display_holes[0] / 2, y * display_holes[1] / 2]) circle(d = screw);
    }
}

module encoder_cut() {
    translate([width - margin - display_module[0] / 2, margin + 14]) circle(d = encoder_diameter);
}

module buzzer_cut() {
    for (at = [0:4])
        translate([width - margin - 8 + 4 * cos(72 * at), margin + 14 + 4 * sin(72 * at)]) circle(d = buzzer_hole);
}

module posts() {
    inset = wall + post / 2;
    for (x = [inset, width - inset], y = [inset, depth - inset])
        translate([x, y]) children();
}

module lid() {
    linear_extrude(wall)
        difference() {
            rounded([width, depth], corner);
            for (column = [0:columns - 1], row = [0:rows - 1]) key_hole(column, row);
            display_cut();
            encoder_cut();
            buzzer_cut();
            posts() circle(d = screw);
        }
}

// The top edge slopes from front to back.
module slope() {
    translate([0, depth, 0]) rotate([90, 0, 90]) linear_extrude(width)
        mirror([1, 0]) polygon([[0, 0], [depth, 0], [depth, height_front], [0, height_back]]);
}

module shell() {
    difference() {
        linear_extrude(height_back) rounded([width, depth], corner);
        translate([wall, wall, wall])
            linear_extrude(height_back) rounded([width - 2 * wall, depth - 2 * wall], corner - wall);
    }
}

module base() {
    difference() {
        intersection() {
            union() {
                shell();
                posts() linear_extrude(height_back) circle(d = post);
            }
            slope();
        }
        posts() translate([0, 0, wall]) linear_extrude(height_back) circle(d = 2.6);    // M3 cuts its own thread
        translate([width - 40, depth - wall - 1, 12]) cube([13, wall + 2, 9]);          // USB cable
        for (x = [margin, width - margin], y = [margin, depth - margin])
            translate([x, y, -1]) cylinder(h = 1.6, d = 12);                            // rubber feet
    }
}

if (part == "lid" || part == "both") lid();
if (part == "base") base();
if (part == "both") translate([0, depth + 10, 0]) base();
