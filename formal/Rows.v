(** k in a row on a board of some columns and rows: the sides place stones by turns, and who has k in a row first
    has won. Squares are numbered row by row, from 0 at the bottom left. *)

From Coq Require Import List ZArith NArith Bool Lia.
From Oxo Require Import Game.
Import ListNotations.

(** The stones of the side to move and of the other side: bit i is square i. *)
Record board := { own : N; other : N }.

Section Lines.
  Variables columns rows k : nat.

  Definition squares : list nat := seq 0 (columns * rows).

  (** The square some steps from a square, if it is on the board. *)
  Definition at_step (c r : nat) (dc dr : Z) (i : nat) : option nat :=
    let c' := (Z.of_nat c + dc * Z.of_nat i)%Z in
    let r' := (Z.of_nat r + dr * Z.of_nat i)%Z in
    if ((0 <=? c') && (c' <? Z.of_nat columns) && (0 <=? r') && (r' <? Z.of_nat rows))%Z
    then Some (Z.to_nat c' + columns * Z.to_nat r')%nat
    else None.

  (** The set of k squares from a square in a direction, if they are on the board. *)
  Fixpoint line (c r : nat) (dc dr : Z) (i : nat) : option N :=
    match i with
    | O => Some 0%N
    | S i =>
        match at_step c r dc dr i, line c r dc dr i with
        | Some s, Some l => Some (N.setbit l (N.of_nat s))
        | _, _ => None
        end
    end.

  Definition directions : list (Z * Z) := [(1, 0); (0, 1); (1, 1); (1, -1)]%Z.

  (** All lines of k squares. *)
  Definition lines : list N :=
    flat_map (fun s =>
      flat_map (fun d =>
        match line (s mod columns) (s / columns) (fst d) (snd d) k with
        | Some l => [l]
        | None => []
        end) directions) squares.
End Lines.

(** A board has squares, and lines that win. They are given as lists, so that they are computed once. *)
Section Rules.
  Variable squares : list nat.
  Variable lines : list N.

  Definition has_line (stones : N) : bool := existsb (fun l => N.eqb (N.land stones l) l) lines.

  Definition empty (b : board) (s : nat) : bool := negb (N.testbit (N.lor (own b) (other b)) (N.of_nat s)).

  Definition empties (b : board) : list nat := filter (empty b) squares.

  (** The side to move places a stone, and then the other side is to move. *)
  Definition place (b : board) (s : nat) : board := {| own := other b; other := N.setbit (own b) (N.of_nat s) |}.

  (** The last stone may have completed a line; without one a full board is a draw. *)
  Definition outcome (b : board) : option Z :=
    if has_line (other b) then Some (-1)%Z
    else match empties b with [] => Some 0%Z | _ => None end.

  Lemma filter_fewer : forall (f h : nat -> bool) l x, (forall y, h y = true -> f y = true) ->
    In x l -> f x = true -> h x = false -> (length (filter h l) < length (filter f l))%nat.
  Proof.
    intros f h l x Hsub. assert (A : forall l, (length (filter h l) <= length (filter f l))%nat).
    { induction l0 as [|y l0 IH]; simpl; [lia|]. destruct (h y) eqn:E.
      - rewrite (Hsub y E). simpl. lia.
      - destruct (f y); simpl; lia. }
    induction l as [|y l IH]; intros Hin Hf Hh; [contradiction|]. simpl. destruct Hin as [Hin|Hin].
    - subst y. rewrite Hf, Hh. simpl. specialize (A l). lia.
    - specialize (IH Hin Hf Hh). destruct (h y) eqn:E.
      + rewrite (Hsub y E). simpl. lia.
      + destruct (f y); simpl; lia.
  Qed.

  Lemma place_left : forall b s, In s (empties b) -> (length (empties (place b s)) < length (empties b))%nat.
  Proof.
    intros b s H. apply filter_In in H as [Hin He]. unfold empties. apply filter_fewer with (x := s); auto.
    - intros y. unfold empty, place. simpl. rewrite !N.lor_spec. intros Hy.
      apply negb_true_iff in Hy. apply orb_false_iff in Hy as [Ho Hs]. apply negb_true_iff. apply orb_false_iff. split; [|exact Ho].
      destruct (N.eq_dec (N.of_nat s) (N.of_nat y)) as [E|E].
      + rewrite E in Hs. rewrite N.setbit_eq in Hs. discriminate.
      + rewrite N.setbit_neq in Hs; [exact Hs|exact E].
    - unfold empty, place. simpl. rewrite N.lor_spec, N.setbit_eq, orb_true_r. reflexivity.
  Qed.

  Definition board_game : game := {|
    pos := board;
    move := nat;
    move_eqb := Nat.eqb;
    move_eqb_eq := fun a b => proj1 (PeanoNat.Nat.eqb_eq a b);
    moves := empties;
    play := place;
    result := outcome;
    left := fun b => length (empties b);
    play_left := place_left
  |}.

  Theorem board_bounded : forall b, (-1 <= value board_game b <= 1)%Z.
  Proof.
    apply value_bounded. simpl. unfold outcome. intros b r H.
    destruct (has_line (other b)); [inversion H; lia|]. destruct (empties b); inversion H; lia.
  Qed.

  (** The number of lines of exactly n moves, to compare the rules with other programs. *)
  Fixpoint perft (n : nat) (b : board) : N :=
    match n with
    | O => 1%N
    | S n =>
        match outcome b with
        | Some _ => 0%N
        | None => fold_left (fun sum s => (sum + perft n (place b s))%N) (empties b) 0%N
        end
    end.
End Rules.

Definition start : board := {| own := 0%N; other := 0%N |}.

(** k in a row on a board of some columns and rows. *)
Definition rows_game (columns rows k : nat) : game := board_game (squares columns rows) (lines columns rows k).

Theorem rows_bounded : forall columns rows k b, (-1 <= value (rows_game columns rows k) b <= 1)%Z.
Proof. intros. apply board_bounded. Qed.
