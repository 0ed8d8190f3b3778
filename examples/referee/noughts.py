# The rules of noughts and crosses for the referee: oxo rules diff tictactoe -- python3 examples/referee/noughts.py
LINES = "012 345 678 036 147 258 048 246".split()  # squares row by row from the top

while True:
    try:
        word, _, rest = input().partition(" ")
    except EOFError:
        break
    if word == "position":
        board = ["."] * 9
        answer = "ok" if rest == "start" else "error only the start can be set up"
    elif word == "make":
        board["abc".index(rest[0]) + 3 * (3 - int(rest[1]))] = "XO"[(9 - board.count(".")) % 2]
        answer = "ok"
    elif word == "over":
        lost = any({board[int(i)] for i in line} in ({"X"}, {"O"}) for line in LINES)
        answer = "loss" if lost else "no" if "." in board else "draw"
    else:
        answer = " ".join("abc"[i % 3] + "321"[i // 3] for i in range(9) if board[i] == ".")
    print(answer, flush=True)
