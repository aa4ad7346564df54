"""Images of snakes as attribute text with edges: to_graphs.py plain|edges FILE.

A node has the colours of the 3 x 3 cells around it. Edges lead right and down; with `edges` they have the colours around
both ends. A background cell, which is blue, can only have label 0, the others any label but 0.
"""
import sys

AROUND = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
BACKGROUND = "0-0-255"


def images(lines):
    cells = {}
    for line in lines:
        fields = line.split()
        if fields:
            row, column, label, *colour = fields
            cells[int(row), int(column)] = (label, "-".join(colour))
        elif cells:
            yield cells
            cells = {}
    if cells:
        yield cells


def colours(cells, row, column):
    return [cells.get((row + r, column + c), ("", "outside"))[1] for r, c in AROUND]


def write(cells, with_edges):
    number = {place: k + 1 for k, place in enumerate(sorted(cells))}
    for place in number:
        label, _ = cells[place]
        print(label, *(f"{k}={colour}" for k, colour in enumerate(colours(cells, *place))), sep="\t")
    for (row, column), node in number.items():
        for kind, other in (("right", (row, column + 1)), ("down", (row + 1, column))):
            if other not in number:
                continue
            line = [f"@edge:{kind}", node, number[other]]
            if with_edges:
                line += [f"from{k}={c}" for k, c in enumerate(colours(cells, row, column))]
                line += [f"to{k}={c}" for k, c in enumerate(colours(cells, *other))]
            print(*line, sep="\t")
    for place, node in number.items():
        background = cells[place][1] == BACKGROUND
        print("@labels", node, *([0] if background else range(1, 11)), sep="\t")
    print()


with open(sys.argv[2], encoding="utf-8") as file:
    for image in images(file):
        write(image, sys.argv[1] == "edges")
