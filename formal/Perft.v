(** The rules of Rows.v and Connect4.v count the same lines of moves as [oxo perft] does. *)

From Coq Require Import NArith.
From Oxo Require Import Rows.
From Oxo Require Connect4.

Example perft_3x3x3_6 : perft (squares 3 3) (lines 3 3 3) 6 start = 54720%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_4x3x3_5 : perft (squares 4 3) (lines 4 3 3) 5 start = 95040%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_4x4x3_4 : perft (squares 4 4) (lines 4 4 3) 4 start = 43680%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_5x4x4_4 : perft (squares 5 4) (lines 5 4 4) 4 start = 116280%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_connect4_4x4_8 : Connect4.perft (Connect4.board 4 4) 4 8 (Connect4.start 4) = 57504%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_connect4_4x4_9 : Connect4.perft (Connect4.board 4 4) 4 9 (Connect4.start 4) = 206904%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_connect4_5x4_7 : Connect4.perft (Connect4.board 5 4) 4 7 (Connect4.start 5) = 76300%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_connect4_7x6_5 : Connect4.perft (Connect4.board 7 6) 6 5 (Connect4.start 7) = 16807%N.
Proof. vm_compute. reflexivity. Qed.
