# The rules of noughts and crosses beside a rule sheet, for the referee:
#   oxo rules diff examples/sheets/noughts.kif -- python3 examples/referee/sheet.py kif
#   oxo rules diff examples/sheets/noughts.rbg -- python3 examples/referee/sheet.py rbg
# A sheet names its moves, so the program has to write them as the sheet does. It also sends its board, row by row
# from the top.
import sys

LINES = "012 345 678 036 147 258 048 246".split()  # squares row by row from the bottom
KIF = sys.argv[1:] == ["kif"]
NAMES = [f"mark({i % 3 + 1},{i // 3 + 1})" if KIF else "abc"[i % 3] + "123"[i // 3] for i in range(9)]
PIECES = "xo" if KIF else "Cn"  # as oxo draws the sheets' boards

while True:
    try:
        word, _, rest = input().partition(" ")
    except EOFError:
        break
    if word == "position":
        squares = ["."] * 9
    elif word == "make":
        squares[NAMES.index(rest)] = PIECES[(9 - squares.count(".")) % 2]
    if word in ("position", "make"):
        rows = "/".join("".join(squares[3 * y : 3 * y + 3]) for y in (2, 1, 0))
        answer = rows + " " + "xo"[(9 - squares.count(".")) % 2]
        if word == "position" and rest != "start":
            answer = "error only the start can be set up"
    elif word == "over":
        lost = any({squares[int(i)] for i in line} in ({p} for p in PIECES) for line in LINES)
        answer = "loss" if lost else "no" if "." in squares else "draw"
    else:
        answer = " ".join(NAMES[i] for i in range(9) if squares[i] == ".")
    print(answer, flush=True)
