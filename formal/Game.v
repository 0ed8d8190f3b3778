(** Games of two players with perfect information that always end, their values, and a checker of
    strategies that is proven sound. No axiom is used. *)

From Coq Require Import List ZArith Bool Lia.
Import ListNotations.
Open Scope Z_scope.

(** A game. [result p] is the result of a finished position for the side to move: 1 for a win, 0 for
    a draw, -1 for a loss; it is [None] while the game goes on. [left] shows that every game ends. *)
Record game := {
  pos : Type;
  move : Type;
  move_eqb : move -> move -> bool;
  move_eqb_eq : forall a b, move_eqb a b = true -> a = b;
  moves : pos -> list move;
  play : pos -> move -> pos;
  result : pos -> option Z;
  left : pos -> nat;
  play_left : forall p m, In m (moves p) -> (left (play p m) < left p)%nat
}.

Section Values.
  Variable g : game.

  (** The best of some values; a side without a move has lost. *)
  Definition best (l : list Z) : Z := fold_right Z.max (-1) l.

  (** The value of a position for the side to move, with at most [n] moves to come. *)
  Fixpoint value_within (n : nat) (p : pos g) : Z :=
    match result g p with
    | Some r => r
    | None =>
        match n with
        | O => -1
        | S n => best (map (fun m => - value_within n (play g p m)) (moves g p))
        end
    end.

  (** The value of a position for the side to move. *)
  Definition value (p : pos g) : Z := value_within (left g p) p.

  Lemma no_moves_at_zero : forall p, left g p = O -> moves g p = [].
  Proof.
    intros p Hp. destruct (moves g p) as [|m l] eqn:E; [reflexivity|].
    assert (H : In m (moves g p)) by (rewrite E; left; reflexivity).
    apply (play_left g) in H. lia.
  Qed.

  (** More moves than there are change nothing. *)
  Lemma value_within_enough : forall n k p, (left g p <= n)%nat -> (left g p <= k)%nat ->
    value_within n p = value_within k p.
  Proof.
    induction n as [|n IH]; intros k p Hn Hk.
    - assert (E : moves g p = []) by (apply no_moves_at_zero; lia).
      destruct k as [|k]; simpl; destruct (result g p); try reflexivity; rewrite E; reflexivity.
    - destruct k as [|k].
      + assert (E : moves g p = []) by (apply no_moves_at_zero; lia).
        simpl; destruct (result g p); try reflexivity; rewrite E; reflexivity.
      + simpl. destruct (result g p); [reflexivity|].
        f_equal. apply map_ext_in. intros m Hm.
        apply (play_left g) in Hm. f_equal. apply IH; lia.
  Qed.

  (** The value is what a textbook says it is: the result of a finished game, and otherwise the best move's
      value, which is the negative value of the position after it. *)
  Theorem value_is_minimax : forall p,
    value p = match result g p with
              | Some r => r
              | None => best (map (fun m => - value (play g p m)) (moves g p))
              end.
  Proof.
    intros p. unfold value at 1.
    destruct (left g p) as [|n] eqn:E; simpl; destruct (result g p); try reflexivity.
    - rewrite (no_moves_at_zero p E). reflexivity.
    - f_equal. apply map_ext_in. intros m Hm. f_equal. unfold value.
      apply (play_left g) in Hm. apply value_within_enough; lia.
  Qed.

  (** A strategy: [Finish] where the game is over, [Own m s] where its side plays [m], and [Other l]
      where the other side moves: [l] has a strategy for each of its moves, in their order. *)
  Inductive strategy :=
  | Finish
  | Own (m : move g) (s : strategy)
  | Other (l : list strategy).

  (** [holds s mine v p]: by [s] its side gets [v] or more from [p]; it is to move there if [mine]. *)
  Fixpoint holds (s : strategy) (mine : bool) (v : Z) (p : pos g) : bool :=
    match s, result g p with
    | Finish, Some r => if mine then v <=? r else r <=? - v
    | Own m s, None => mine && existsb (move_eqb g m) (moves g p) && holds s false v (play g p m)
    | Other l, None =>
        negb mine &&
        (fix all (l : list strategy) (ms : list (move g)) : bool :=
           match l, ms with
           | [], [] => true
           | s :: l, m :: ms => holds s true v (play g p m) && all l ms
           | _, _ => false
           end) l (moves g p)
    | _, _ => false
    end.

  Lemma best_at_least : forall l x, In x l -> x <= best l.
  Proof.
    induction l as [|y l IH]; simpl; intros x H; [contradiction|].
    destruct H as [H|H]; [subst; lia|]. apply IH in H. lia.
  Qed.

  Lemma best_at_most : forall l v, -1 <= v -> (forall x, In x l -> x <= v) -> best l <= v.
  Proof.
    induction l as [|y l IH]; simpl; intros v Hv H; [lia|].
    assert (y <= v) by (apply H; left; reflexivity).
    assert (best l <= v) by (apply IH; [lia|intros x Hx; apply H; right; exact Hx]). lia.
  Qed.

  (** A strategy that the checker accepts is worth what it says. *)
  Theorem holds_sound : forall n s mine v p, (left g p <= n)%nat -> v <= 1 -> holds s mine v p = true ->
    if mine then v <= value p else value p <= - v.
  Proof.
    induction n as [|n IH]; intros s mine v p Hn Hv H;
      rewrite value_is_minimax; destruct s as [|m s|l]; simpl in H; destruct (result g p) as [r|] eqn:R; try discriminate.
    - destruct mine; apply Z.leb_le in H; exact H.
    - apply andb_prop in H as [H _]. apply andb_prop in H as [_ H].
      rewrite (no_moves_at_zero p) in H by lia. discriminate.
    - apply andb_prop in H as [H _]. apply negb_true_iff in H. subst.
      rewrite (no_moves_at_zero p) by lia. simpl. lia.
    - destruct mine; apply Z.leb_le in H; exact H.
    - apply andb_prop in H as [H H2]. apply andb_prop in H as [Hm H1]. subst.
      apply existsb_exists in H1 as [m' [Hin Heq]]. apply (move_eqb_eq g) in Heq. subst m'.
      assert (Hl := play_left g p m Hin).
      apply (IH s false v) in H2; [|lia|lia]. simpl in H2.
      assert (- value (play g p m) <= best (map (fun m => - value (play g p m)) (moves g p))).
      { apply best_at_least. apply in_map_iff. exists m. split; [reflexivity|exact Hin]. }
      lia.
    - apply andb_prop in H as [Hm H]. apply negb_true_iff in Hm. subst.
      assert (A : forall m, In m (moves g p) -> v <= value (play g p m)).
      { assert (K : forall ms, (forall m, In m ms -> In m (moves g p)) ->
          (fix all (l : list strategy) (ms : list (move g)) : bool :=
             match l, ms with
             | [], [] => true
             | s :: l, m :: ms => holds s true v (play g p m) && all l ms
             | _, _ => false
             end) l ms = true -> forall m, In m ms -> v <= value (play g p m)).
        { clear H. induction l as [|s l IHl]; intros ms Hms H m Hin; destruct ms as [|m' ms]; try discriminate; [contradiction|].
          apply andb_prop in H as [H1 H2]. destruct Hin as [Hin|Hin].
          - subst m'. assert (Hl := play_left g p m (Hms m (or_introl eq_refl))).
            apply (IH s true v) in H1; [exact H1|lia|lia].
          - apply (IHl ms); [intros x Hx; apply Hms; right; exact Hx|exact H2|exact Hin]. }
        intros m Hin. apply (K (moves g p)); auto. }
      apply best_at_most; [lia|]. intros x Hx. apply in_map_iff in Hx as [m [Hx Hin]].
      apply A in Hin. lia.
  Qed.

  (** The side to move gets [v] or more. *)
  Corollary at_least : forall s v p, v <= 1 -> holds s true v p = true -> v <= value p.
  Proof. intros s v p Hv H. exact (holds_sound (left g p) s true v p (le_n _) Hv H). Qed.

  (** The other side gets [v] or more. *)
  Corollary at_most : forall s v p, v <= 1 -> holds s false v p = true -> value p <= - v.
  Proof. intros s v p Hv H. exact (holds_sound (left g p) s false v p (le_n _) Hv H). Qed.
  (** Either side, as the files of oxo use it. *)
  Corollary holds_sound_for : forall v s mine p, v <= 1 -> holds s mine v p = true -> if mine then v <= value p else value p <= - v.
  Proof. intros v s mine p Hv H. exact (holds_sound (left g p) s mine v p (le_n _) Hv H). Qed.

  (** A strategy of the other side bounds the value too: it is never outside -1 to 1. *)
  Theorem value_bounded : (forall p r, result g p = Some r -> -1 <= r <= 1) -> forall p, -1 <= value p <= 1.
  Proof.
    intros H p. unfold value. generalize (left g p). intros n. revert p.
    induction n as [|n IH]; intros p; simpl; destruct (result g p) as [r|] eqn:R; try (apply (H p r R)); try lia.
    assert (A : forall l, -1 <= best (map (fun m => - value_within n (play g p m)) l) <= 1).
    { induction l as [|m l IHl]; simpl; [lia|]. specialize (IH (play g p m)). lia. }
    apply A.
  Qed.
End Values.

Arguments Finish {g}.
Arguments Own {g} m s.
Arguments Other {g} l.
