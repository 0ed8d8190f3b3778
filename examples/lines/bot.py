ROWS = "012 345 678 036 147 258 048 246".split()  # squares row by row from the top

def best(board):  # "XX./OO./...": X moves first
    cells = board.replace("/", "")
    me = "XO"[cells.count("X") > cells.count("O")]
    def worth(i):  # does it win? block? is it the middle, or a corner?
        rows = [{cells[int(j)] for j in row if int(j) != i} for row in ROWS if str(i) in row]
        return {me} in rows, {"X"} in rows or {"O"} in rows, i == 4, i % 2 == 0
    i = max((i for i in range(9) if cells[i] == "."), key=worth)
    return "abc"[i % 3] + "321"[i // 3]

while True:
    print(best(input()), flush=True)
