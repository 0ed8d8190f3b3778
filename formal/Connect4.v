(** Connect Four on a board of some columns and rows: a move puts a stone on top of the stones in a column, and who has
    four in a row first has won. Policies are those of docs/know/certificates.md, lemma 6. *)

From Coq Require Import List ZArith NArith Bool Lia FMapPositive.
From Oxo Require Import Game Known.
Import ListNotations.

(** The stones of the side to move and of the other side: bit column * (rows + 1) + row is a square, rows from 0 at the
    bottom. [heights] has the number of stones in each column; [over] says that the last stone completed a line. *)
Record position := { own : N; other : N; heights : list nat; over : bool }.

(** A square: its bit, the bit of the square above (0 at the top), and the lines of four through it. *)
Record square := { bit : N; above : N; through : list N }.

Section Lines.
  Variables columns rows : nat.

  Definition bit_at (c r : nat) : N := N.shiftl 1 (N.of_nat (c * (rows + 1) + r)).

  (** The square some steps from a square in a direction, if it is on the board. *)
  Definition at_step (c r : nat) (d : Z * Z) (i : nat) : option N :=
    let c' := (Z.of_nat c + fst d * Z.of_nat i)%Z in
    let r' := (Z.of_nat r + snd d * Z.of_nat i)%Z in
    if ((0 <=? c') && (c' <? Z.of_nat columns) && (0 <=? r') && (r' <? Z.of_nat rows))%Z
    then Some (bit_at (Z.to_nat c') (Z.to_nat r'))
    else None.

  (** The set of four squares from a square in a direction, if they are on the board. *)
  Definition line (c r : nat) (d : Z * Z) : list N :=
    match at_step c r d 0, at_step c r d 1, at_step c r d 2, at_step c r d 3 with
    | Some s0, Some s1, Some s2, Some s3 => [N.lor (N.lor s0 s1) (N.lor s2 s3)]
    | _, _, _, _ => []
    end.

  (** All lines of four squares. *)
  Definition lines : list N :=
    flat_map (fun c => flat_map (fun r => flat_map (line c r) [(1, 0); (0, 1); (1, 1); (1, -1)]%Z) (seq 0 rows)) (seq 0 columns).

  Definition square_at (c r : nat) : square := {|
    bit := bit_at c r;
    above := if (r + 1 <? rows)%nat then bit_at c (r + 1) else 0%N;
    through := filter (fun l => negb (N.eqb (N.land l (bit_at c r)) 0)) lines
  |}.

  (** For each column its squares, from the bottom. *)
  Definition board : list (list square) := map (fun c => map (square_at c) (seq 0 rows)) (seq 0 columns).
End Lines.

(** Whether a set is a part of another. *)
Fixpoint part_of (a b : positive) : bool :=
  match a, b with
  | xH, xH | xH, xI _ => true
  | xO a, xO b | xO a, xI b | xI a, xI b => part_of a b
  | _, _ => false
  end.

Definition subset (a b : N) : bool :=
  match a, b with
  | N0, _ => true
  | Npos a, Npos b => part_of a b
  | _, _ => false
  end.

(** It is what it says. *)
Lemma subset_spec : forall a b, subset a b = true <-> N.land a b = a.
Proof.
  assert (A : forall a b, part_of a b = true <-> Pos.land a b = Npos a).
  { induction a as [a IH|a IH|]; destruct b as [b|b|]; simpl; split; intros H; try discriminate; try reflexivity.
    - apply IH in H. rewrite H. reflexivity.
    - apply IH. destruct (Pos.land a b); simpl in H; [discriminate|injection H as H; subst; reflexivity].
    - destruct (Pos.land a b); simpl in H; discriminate.
    - apply IH in H. rewrite H. reflexivity.
    - apply IH. destruct (Pos.land a b); simpl in H; [discriminate|injection H as H; subst; reflexivity].
    - apply IH in H. rewrite H. reflexivity.
    - apply IH. destruct (Pos.land a b); simpl in H; [discriminate|injection H as H; subst; reflexivity]. }
  intros [|a] [|b]; simpl; try (split; [reflexivity|intros; reflexivity]).
  - split; [discriminate|intros H; discriminate].
  - apply A.
Qed.

(** The board and its number of rows are given, so that they are computed once. *)
Section Rules.
  Variable squares : list (list square).
  Variable rows : nat.

  Definition at_top (c h : nat) : square := nth h (nth c squares []) {| bit := 0; above := 0; through := [] |}.

  (** The columns with room, from a number on. *)
  Fixpoint open_from (c : nat) (hs : list nat) : list nat :=
    match hs with
    | [] => []
    | h :: hs => if (h <? rows)%nat then c :: open_from (S c) hs else open_from (S c) hs
    end.

  Definition open (p : position) : list nat := open_from 0 (heights p).

  Fixpoint raise (c : nat) (hs : list nat) : list nat :=
    match c, hs with
    | _, [] => []
    | O, h :: hs => S h :: hs
    | S c, h :: hs => h :: raise c hs
    end.

  (** The side to move drops a stone, and then the other side is to move. *)
  Definition drop (p : position) (c : nat) : position :=
    let s := at_top c (nth c (heights p) 0%nat) in
    let stones := N.lor (own p) (bit s) in
    {| own := other p; other := stones; heights := raise c (heights p); over := existsb (fun l => subset l stones) (through s) |}.

  (** The last stone may have completed a line; without one a full board is a draw. *)
  Definition outcome (p : position) : option Z :=
    if over p then Some (-1)%Z
    else match open p with [] => Some 0%Z | _ => None end.

  Definition room (hs : list nat) : nat := fold_right (fun h sum => (rows - h + sum)%nat) 0%nat hs.

  Lemma raise_room : forall hs c d, In c (open_from d hs) -> (d <= c)%nat /\ (room (raise (c - d) hs) < room hs)%nat.
  Proof.
    induction hs as [|h hs IH]; intros c d H; simpl in H; [contradiction|].
    assert (A : In c (open_from (S d) hs) -> (d <= c)%nat /\ (room (raise (c - d) (h :: hs)) < room (h :: hs))%nat).
    { intros Hin. apply IH in Hin as [Hd Hr]. split; [lia|].
      replace (c - d)%nat with (S (c - S d)) by lia. simpl. fold (room hs). fold (room (raise (c - S d) hs)). lia. }
    destruct (h <? rows)%nat eqn:E; [|exact (A H)].
    destruct H as [H|H]; [|exact (A H)]. subst. split; [lia|].
    replace (c - c)%nat with 0%nat by lia. apply Nat.ltb_lt in E. simpl. fold (room hs). lia.
  Qed.

  Lemma drop_room : forall p c, In c (open p) -> (room (heights (drop p c)) < room (heights p))%nat.
  Proof. intros p c H. apply raise_room in H as [_ H]. rewrite Nat.sub_0_r in H. exact H. Qed.

  Definition columns_game : game := {|
    pos := position;
    move := nat;
    move_eqb := Nat.eqb;
    move_eqb_eq := fun a b => proj1 (PeanoNat.Nat.eqb_eq a b);
    moves := open;
    play := drop;
    result := outcome;
    left := fun p => room (heights p);
    play_left := drop_room
  |}.

  Theorem columns_bounded : forall p, (-1 <= value columns_game p <= 1)%Z.
  Proof.
    apply value_bounded. simpl. unfold outcome. intros p r H.
    destruct (over p); [inversion H; lia|]. destruct (open p); inversion H; lia.
  Qed.

  (** The number of lines of exactly n moves, to compare the rules with other programs. *)
  Fixpoint perft (n : nat) (p : position) : N :=
    match n with
    | O => 1%N
    | S n =>
        match outcome p with
        | Some _ => 0%N
        | None => fold_left (fun sum c => (sum + perft n (drop p c))%N) (open p) 0%N
        end
    end.

  (** What a policy knows on the way: the squares that would complete a line of its side, and of the other side. *)
  Record needs := { of_mine : N; of_theirs : N }.

  Fixpoint one_bit (a : positive) : bool :=
    match a with xH => true | xO a => one_bit a | xI _ => false end.

  (** The square that a line lacks, if it lacks one. *)
  Fixpoint lacks (l stones : positive) : option positive :=
    match l, stones with
    | xI l, xO s => if part_of l s then Some xH else None
    | xH, xO _ => Some xH
    | xH, _ => None
    | xO l, xH | xI l, xH => if one_bit l then Some (xO l) else None
    | xO l, xO s | xO l, xI s | xI l, xI s => match lacks l s with Some x => Some (xO x) | None => None end
    end.

  (** The squares that some lines lack, if they lack one. *)
  Fixpoint lacking (ls : list N) (stones : positive) (all : N) : N :=
    match ls with
    | Npos l :: ls => lacking ls stones (match lacks l stones with Some x => N.lor all (Npos x) | None => all end)
    | _ => all
    end.

  Definition lacking_all (ls : list N) (stones all : N) : N :=
    match stones with N0 => all | Npos s => lacking ls s all end.

  Fixpoint meet (a b : positive) : bool :=
    match a, b with
    | xH, xH | xH, xI _ | xI _, xH | xI _, xI _ => true
    | xO a, xO b | xO a, xI b | xI a, xO b => meet a b
    | _, _ => false
    end.

  Definition touches (a b : N) : bool :=
    match a, b with Npos a, Npos b => meet a b | _, _ => false end.

  (** The text of a policy: whether it is turned (then the last column counts as the first), and the written answers: a square and the
      answer to it, each as a column and a row. *)
  Record text := { turned : bool; written : list ((nat * nat) * (nat * nat)) }.

  (** Of each column with room its number, its stones, and the square on top of them. *)
  Fixpoint tops_from (c : nat) (hs : list nat) (columns : list (list square)) : list (nat * nat * square) :=
    match hs, columns with
    | h :: hs, col :: columns =>
        match nth_error col h with
        | Some s => (c, h, s) :: tops_from (S c) hs columns
        | None => tops_from (S c) hs columns
        end
    | _, _ => []
    end.

  Definition or_all {X} (l all : list X) : list X := match l with [] => all | _ => l end.

  Definition column {X Y} (t : nat * X * Y) : nat := fst (fst t).

  (** Rule 5: the highest row, and the first column there. *)
  Fixpoint highest (l : list (nat * nat * square)) (c h : nat) : nat :=
    match l with
    | [] => c
    | (c', h', _) :: l => if (h <? h')%nat then highest l c' h' else highest l c h
    end.

  Definition answered (a : text) (c h : nat) (safe : list (nat * nat * square)) : option nat :=
    match find (fun w => (fst (fst w) =? c)%nat && (snd (fst w) =? h)%nat) (written a) with
    | Some (_, (c', h')) => if existsb (fun t => (column t =? c')%nat && (snd (fst t) =? h')%nat) safe then Some c' else None
    | None => None
    end.

  (** The column that the policy chooses after the other side has taken the square of column c and row h. *)
  Definition choose (a : text) (n : needs) (c h : nat) (q : position) : nat :=
    let tops := tops_from 0 (heights q) squares in
    let tops := if turned a then rev tops else tops in
    match find (fun t => touches (bit (snd t)) (of_mine n)) tops with
    | Some t => column t
    | None =>
        match find (fun t => touches (bit (snd t)) (of_theirs n)) tops with
        | Some t => column t
        | None =>
            let safe := or_all (filter (fun t => negb (touches (above (snd t)) (of_theirs n))) tops) tops in
            match answered a c h safe with
            | Some c' => c'
            | None =>
                let kept := filter (fun t => negb (touches (above (snd t)) (of_mine n))) safe in
                match find (fun t => (column t =? c)%nat) kept with
                | Some _ => c
                | None =>
                    let kept := or_all kept safe in
                    match or_all (filter (fun t => Nat.even (rows - 1 - snd (fst t))) kept) kept with
                    | [] => 0%nat
                    | (c', h', _) :: l => highest l c' h'
                    end
                end
            end
        end
    end.

  Definition answer (a : text) (n : needs) (p : position) (c : nat) (q : position) : nat * needs :=
    let h := nth c (heights p) 0%nat in
    let n := {| of_mine := of_mine n; of_theirs := lacking_all (through (at_top c h)) (other q) (of_theirs n) |} in
    let x := choose a n c h q in
    let s := at_top x (nth x (heights q) 0%nat) in
    (x, {| of_mine := lacking_all (through s) (N.lor (own q) (bit s)) (of_mine n); of_theirs := of_theirs n |}).

  Variable all_lines : list N.

  Definition begin (_ : text) (p : position) : needs :=
    {| of_mine := lacking_all all_lines (other p) 0; of_theirs := lacking_all all_lines (own p) 0 |}.

  (** Positions are kept under a number that no other position of a game has. *)
  Definition key (p : position) : positive := N.succ_pos (own p + N.lor (own p) (other p)).

  Fixpoint same_heights (a b : list nat) : bool :=
    match a, b with
    | [], [] => true
    | x :: a, y :: b => (x =? y)%nat && same_heights a b
    | _, _ => false
    end.

  Definition same (p q : position) : bool :=
    N.eqb (own p) (own q) && N.eqb (other p) (other q) && eqb (over p) (over q) && same_heights (heights p) (heights q).

  Lemma same_eq : forall p q, same p q = true -> p = q.
  Proof.
    intros [o t h v] [o' t' h' v'] H. unfold same in H. simpl in H.
    apply andb_prop in H as [H Hh]. apply andb_prop in H as [H Hv]. apply andb_prop in H as [Ho Ht].
    apply N.eqb_eq in Ho. apply N.eqb_eq in Ht. apply eqb_prop in Hv. subst.
    f_equal. revert h' Hh. induction h as [|x h IH]; intros [|y h'] Hh; try discriminate; [reflexivity|].
    simpl in Hh. apply andb_prop in Hh as [Hx Hh]. apply Nat.eqb_eq in Hx. subst. f_equal. exact (IH h' Hh).
  Qed.

  Definition columns_accepts (v : Z) (t : tree columns_game text) (mine : bool) (p : position) : bool :=
    accepts columns_game key same text needs begin answer v t mine p.

  Theorem columns_sound : forall v t mine p, (v <= 1)%Z -> columns_accepts v t mine p = true ->
    if mine then (v <= value columns_game p)%Z else (value columns_game p <= - v)%Z.
  Proof. intros v t mine p Hv H. exact (accepts_sound columns_game key same same_eq text needs begin answer v Hv t mine p H). Qed.
End Rules.

Definition start (columns : nat) : position := {| own := 0; other := 0; heights := repeat 0%nat columns; over := false |}.

(** Connect Four on a board of some columns and rows. *)
Definition connect4 (columns rows : nat) : game := columns_game (board columns rows) rows.

Theorem connect4_bounded : forall columns rows p, (-1 <= value (connect4 columns rows) p <= 1)%Z.
Proof. intros. apply columns_bounded. Qed.
