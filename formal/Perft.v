(** The rules of Rows.v count the same lines of moves as [oxo perft] does. *)

From Coq Require Import NArith.
From Oxo Require Import Rows.

Example perft_3x3x3_6 : perft (squares 3 3) (lines 3 3 3) 6 start = 54720%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_4x3x3_5 : perft (squares 4 3) (lines 4 3 3) 5 start = 95040%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_4x4x3_4 : perft (squares 4 4) (lines 4 4 3) 4 start = 43680%N.
Proof. vm_compute. reflexivity. Qed.

Example perft_5x4x4_4 : perft (squares 5 4) (lines 5 4 4) 4 start = 116280%N.
Proof. vm_compute. reflexivity. Qed.
