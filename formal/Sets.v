(** Keeping the other side from completing a line, as docs/know/certificates.md has it: lemma 2 (pairs and potential),
    lemma 3 (zones), lemmas 7 and 8 (rest, pairs aside) and lemma 9 (another move is as good).

    All that counts is here a list of sets of squares: what each line that is alive still needs. Q takes a square and takes it
    from all sets; then P takes a square, and the sets with it are gone. Q wins with an empty set. *)

From Coq Require Import List ZArith NArith Bool Lia FMapPositive.
Import ListNotations.

Definition mem (x : N) (a : list N) : bool := existsb (N.eqb x) a.
Definition without (x : N) (a : list N) : list N := filter (fun y => negb (N.eqb x y)) a.
Definition shrink (x : N) (h : list (list N)) : list (list N) := map (without x) h.
Definition kill (y : N) (h : list (list N)) : list (list N) := filter (fun a => negb (mem y a)) h.

(** [safe k h]: with Q to move, P keeps Q from every set for k moves of each. *)
Fixpoint safe (k : nat) (h : list (list N)) : Prop :=
  ~ In [] h /\
  match k with
  | O => True
  | S k => forall x, exists y, safe k (kill y (shrink x h))
  end.

Lemma mem_spec : forall x a, mem x a = true <-> In x a.
Proof.
  intros x a. unfold mem. rewrite existsb_exists. split.
  - intros [y [H E]]. apply N.eqb_eq in E. subst. exact H.
  - intros H. exists x. split; [exact H|apply N.eqb_refl].
Qed.

Lemma mem_not : forall x a, mem x a = false <-> ~ In x a.
Proof. intros x a. rewrite <- mem_spec. destruct (mem x a); intuition congruence. Qed.

Lemma without_spec : forall x a y, In y (without x a) <-> In y a /\ x <> y.
Proof. intros x a y. unfold without. rewrite filter_In, negb_true_iff, N.eqb_neq. reflexivity. Qed.

Lemma kill_spec : forall y h a, In a (kill y h) <-> In a h /\ ~ In y a.
Proof. intros y h a. unfold kill. rewrite filter_In, negb_true_iff, mem_not. reflexivity. Qed.

Lemma shrink_spec : forall x h a, In a (shrink x h) <-> exists b, without x b = a /\ In b h.
Proof. intros x h a. unfold shrink. rewrite in_map_iff. reflexivity. Qed.

(** Each set of [h] contains a set of [g]. Then [h] is no easier for Q than [g]. *)
Definition above (h g : list (list N)) : Prop := forall a, In a h -> exists b, In b g /\ incl b a.

Lemma above_move : forall x y h g, above h g -> above (kill y (shrink x h)) (kill y (shrink x g)).
Proof.
  intros x y h g H a Ha. apply kill_spec in Ha as [Ha Hy]. apply shrink_spec in Ha as [a0 [E Ha]]. subst.
  destruct (H a0 Ha) as [b [Hb Hin]]. exists (without x b).
  assert (I : incl (without x b) (without x a0)).
  { intros z Hz. apply without_spec in Hz as [Hz Hx]. apply without_spec. split; [exact (Hin z Hz)|exact Hx]. }
  split; [|exact I]. apply kill_spec. split; [apply shrink_spec; exists b; split; [reflexivity|exact Hb]|].
  intros Hz. exact (Hy (I y Hz)).
Qed.

Lemma safe_above : forall k h g, above h g -> safe k g -> safe k h.
Proof.
  induction k as [|k IH]; intros h g H Hg; simpl in *; destruct Hg as [He Hs].
  - split; [|exact I]. intros Hin. destruct (H [] Hin) as [b [Hb Hi]]. apply incl_l_nil in Hi. subst. exact (He Hb).
  - split.
    + intros Hin. destruct (H [] Hin) as [b [Hb Hi]]. apply incl_l_nil in Hi. subst. exact (He Hb).
    + intros x. destruct (Hs x) as [y Hy]. exists y. exact (IH _ _ (above_move x y h g H) Hy).
Qed.

Lemma safe_less : forall k h, safe (S k) h -> safe k h.
Proof.
  induction k as [|k IH]; intros h [He Hs]; split; try exact He; [exact I|].
  intros x. destruct (Hs x) as [y Hy]. exists y. exact (IH _ Hy).
Qed.

(** The squares that are needed. *)
Definition squares_of (h : list (list N)) : list N := concat h.

(** Only squares that are needed have to be answered: a pass, or a square that no set needs, is answered as any of them is. *)
Lemma safe_intro : forall k h, ~ In [] h -> (forall x, In x (squares_of h) -> exists y, safe k (kill y (shrink x h))) -> safe (S k) h.
Proof.
  intros k h He H. split; [exact He|]. intros x.
  destruct (in_dec N.eq_dec x (squares_of h)) as [Hx|Hx]; [exact (H x Hx)|].
  destruct h as [|[|z a] h].
  - exists 0%N. simpl. clear. induction k as [|k IH]; simpl; split; auto. intros _. exists 0%N. exact IH.
  - exfalso. apply He. left. reflexivity.
  - destruct (H z) as [y Hy]; [left; reflexivity|]. exists y. apply safe_above with (2 := Hy).
    intros b Hb. apply kill_spec in Hb as [Hb Hyb]. apply shrink_spec in Hb as [b0 [E Hb]]. subst.
    assert (W : forall w, In w b0 -> In w (without x b0)).
    { intros w Hw. apply without_spec. split; [exact Hw|]. intros E. subst. apply Hx. unfold squares_of. apply in_concat. exists b0. auto. }
    exists (without z b0). split.
    + apply kill_spec. split; [apply shrink_spec; exists b0; auto|].
      intros Hz. apply without_spec in Hz as [Hz _]. exact (Hyb (W y Hz)).
    + intros w Hw. apply without_spec in Hw as [Hw _]. exact (W w Hw).
Qed.

(** * Symmetries: what is safe remains safe if the squares are renamed. *)

Definition rename (f : N -> N) (h : list (list N)) : list (list N) := map (map f) h.

Lemma fresh : forall h : list (list N), exists x, ~ In x (squares_of h).
Proof.
  intros h. assert (A : forall l, exists x, forall y, In y l -> (y < x)%N).
  { induction l as [|z l [x Hx]]; [exists 0%N; contradiction|]. exists (N.max x (z + 1)). intros y [Hy|Hy]; [subst; lia|]. apply Hx in Hy. lia. }
  destruct (A (squares_of h)) as [x Hx]. exists x. intros H. apply Hx in H. lia.
Qed.

Lemma safe_rename : forall f, (forall x y, f x = f y -> x = y) -> forall k h, safe k h -> safe k (rename f h).
Proof.
  intros f Hf.
  assert (E0 : forall h, ~ In [] h -> ~ In [] (rename f h)).
  { intros h He H. apply in_map_iff in H as [a [Ha Hin]]. destruct a; [exact (He Hin)|discriminate]. }
  induction k as [|k IH]; intros h [He Hs]; [split; [exact (E0 h He)|exact I]|].
  split; [exact (E0 h He)|]. intros x.
  assert (A : exists x0, forall a, In a h -> incl (map f (without x0 a)) (without x (map f a))).
  { destruct (in_dec N.eq_dec x (map f (squares_of h))) as [Hx|Hx].
    - apply in_map_iff in Hx as [x0 [E _]]. exists x0. intros a Ha z Hz. apply in_map_iff in Hz as [w [Ew Hw]]. subst.
      apply without_spec in Hw as [Hw Hn]. apply without_spec. split; [apply in_map; exact Hw|]. intros E. exact (Hn (Hf _ _ E)).
    - exists x. intros a Ha z Hz. apply in_map_iff in Hz as [w [Ew Hw]]. subst. apply without_spec in Hw as [Hw _].
      apply without_spec. split; [apply in_map; exact Hw|]. intros E. apply Hx. rewrite E. apply in_map.
      apply in_concat. exists a. auto. }
  destruct A as [x0 A]. destruct (Hs x0) as [y Hy]. exists (f y). apply IH in Hy. apply safe_above with (2 := Hy).
  intros b Hb. apply kill_spec in Hb as [Hb Hyb]. apply shrink_spec in Hb as [b0 [E Hb]]. apply in_map_iff in Hb as [a [Ea Ha]]. subst.
  exists (map f (without x0 a)). split; [|exact (A a Ha)].
  apply in_map. apply kill_spec. split; [apply shrink_spec; exists a; auto|]. intros H. apply Hyb. apply (A a Ha). apply in_map. exact H.
Qed.

(** * Lemma 9: another move is as good. *)

Definition swap (a b x : N) : N := if N.eqb x a then b else if N.eqb x b then a else x.

Lemma swap_swap : forall a b x, swap a b (swap a b x) = x.
Proof.
  intros a b x. unfold swap. destruct (N.eqb_spec x a) as [E|E].
  - subst. destruct (N.eqb_spec b a) as [E|E]; [exact E|]. rewrite N.eqb_refl. reflexivity.
  - destruct (N.eqb_spec x b) as [F|F].
    + subst. rewrite N.eqb_refl. reflexivity.
    + rewrite (proj2 (N.eqb_neq _ _) E), (proj2 (N.eqb_neq _ _) F). reflexivity.
Qed.

Lemma as_good : forall k h a b y, a <> b -> (forall s, In s h -> In a s -> In b s) ->
  safe k (kill y (shrink b h)) -> safe k (kill (swap a b y) (shrink a h)).
Proof.
  intros k h a b y Hab Hall H.
  apply (safe_rename (swap a b)) in H.
  2: { intros x z E. rewrite <- (swap_swap a b x), E. apply swap_swap. }
  apply safe_above with (2 := H). intros c Hc. apply kill_spec in Hc as [Hc Hy]. apply shrink_spec in Hc as [s [E Hs]]. subst.
  assert (I : incl (map (swap a b) (without b s)) (without a s)).
  { intros z Hz. apply in_map_iff in Hz as [w [Ew Hw]]. apply without_spec in Hw as [Hw Hb]. subst. apply without_spec. unfold swap.
    destruct (N.eqb_spec w a) as [E|E].
    - subst. split; [exact (Hall s Hs Hw)|exact Hab].
    - destruct (N.eqb_spec w b) as [F|F]; [subst; contradiction|]. split; [exact Hw|]. intros G. apply E. symmetry. exact G. }
  exists (map (swap a b) (without b s)). split; [|exact I].
  apply in_map. apply kill_spec. split; [apply shrink_spec; exists s; auto|].
  intros Hin. apply Hy. apply I. apply in_map. exact Hin.
Qed.

(** * Idle sets: those that contain another one need not be looked at. *)

Definition part (a b : list N) : bool := forallb (fun x => mem x b) a.

Lemma part_spec : forall a b, part a b = true <-> incl a b.
Proof.
  intros a b. unfold part. rewrite forallb_forall. split; intros H x Hx; specialize (H x Hx); apply mem_spec; exact H.
Qed.

Fixpoint minimal (h kept : list (list N)) : list (list N) :=
  match h with
  | [] => kept
  | a :: h => if existsb (fun b => part b a) kept || existsb (fun b => part b a) h then minimal h kept else minimal h (a :: kept)
  end.

Lemma minimal_above : forall h kept, above (h ++ kept) (minimal h kept).
Proof.
  induction h as [|a h IH]; intros kept; simpl.
  - intros b Hb. exists b. split; [exact Hb|apply incl_refl].
  - destruct (existsb (fun b => part b a) kept || existsb (fun b => part b a) h) eqn:E.
    + intros b [Hb|Hb]; [|exact (IH kept b Hb)]. subst.
      apply orb_prop in E as [E|E]; apply existsb_exists in E as [c [Hc Hi]]; apply part_spec in Hi;
        (destruct (IH kept c) as [d [Hd Hdi]]; [apply in_or_app; auto|]); exists d; (split; [exact Hd|]); exact (incl_tran Hdi Hi).
    + intros b Hb. apply (IH (a :: kept)). apply in_or_app. destruct Hb as [Hb|Hb]; [right; left; exact Hb|].
      apply in_app_or in Hb as [Hb|Hb]; [left; exact Hb|right; right; exact Hb].
Qed.

(** * Lemma 2: potential. *)

(** The weight of a set of l squares, as a share of 2^n: 2^(n-l). *)
Fixpoint weight (n l : nat) : Z :=
  match n, l with
  | S n, S l => weight n l
  | O, _ => 1
  | S n, O => 2 * weight n O
  end%Z.

Lemma weight_positive : forall n l, (0 < weight n l)%Z.
Proof. induction n as [|n IH]; intros [|l]; cbn [weight]; try lia; [specialize (IH O); lia|apply IH]. Qed.

Lemma weight_up : forall n l, (weight (S n) l <= 2 * weight n l)%Z.
Proof.
  induction n as [|n IH]; intros [|l]; try (cbn [weight]; lia). exact (IH l).
Qed.

Lemma weight_double : forall n l, (weight n l <= 2 * weight n (S l))%Z.
Proof. intros [|n] l; [cbn [weight]; lia|]. exact (weight_up n l). Qed.

Definition depth : nat := 12.

Local Arguments weight : simpl never.
Local Arguments depth : simpl never.

Definition total (h : list (list N)) : Z := fold_right (fun a sum => (weight depth (length a) + sum)%Z) 0%Z h.

(** What the sets with a square weigh. *)
Definition gain (x : N) (h : list (list N)) : Z :=
  fold_right (fun a sum => if mem x a then (weight depth (length a) + sum)%Z else sum) 0%Z h.

Definition one : Z := weight depth 0.

Fixpoint distinct (a : list N) : bool :=
  match a with
  | [] => true
  | x :: a => negb (mem x a) && distinct a
  end.

Lemma distinct_spec : forall a, distinct a = true -> NoDup a.
Proof.
  induction a as [|x a IH]; simpl; intros H; constructor; apply andb_prop in H as [H1 H2].
  - apply negb_true_iff in H1. apply mem_not. exact H1.
  - exact (IH H2).
Qed.

Lemma without_same : forall x a, ~ In x a -> without x a = a.
Proof.
  intros x. induction a as [|y a IH]; intros H; [reflexivity|]. unfold without in *. simpl.
  destruct (N.eqb_spec x y) as [E|E]; [exfalso; apply H; left; symmetry; exact E|]. simpl. f_equal. apply IH. intros Hin. apply H. right. exact Hin.
Qed.

Lemma without_length : forall x a, NoDup a -> In x a -> S (length (without x a)) = length a.
Proof.
  intros x. induction a as [|y a IH]; intros Hd Hin; [contradiction|]. inversion Hd as [|? ? Hy Ha]. subst.
  unfold without in *. simpl. destruct (N.eqb_spec x y) as [E|E].
  - subst. simpl. f_equal. fold (without y a). rewrite without_same; [reflexivity|exact Hy].
  - simpl. f_equal. apply IH; [exact Ha|]. destruct Hin as [Hin|Hin]; [symmetry in Hin; contradiction|exact Hin].
Qed.

Definition all_distinct (h : list (list N)) : Prop := forall a, In a h -> NoDup a.

Lemma total_shrink : forall x h, all_distinct h -> (total (shrink x h) <= total h + gain x h)%Z.
Proof.
  intros x. induction h as [|a h IH]; intros Hd; simpl; [lia|].
  assert (H : (total (shrink x h) <= total h + gain x h)%Z) by (apply IH; intros b Hb; apply Hd; right; exact Hb).
  destruct (mem x a) eqn:E.
  - apply mem_spec in E. assert (L := without_length x a (Hd a (or_introl eq_refl)) E). rewrite <- L.
    pose proof (weight_double depth (length (without x a))). lia.
  - apply mem_not in E. rewrite without_same by exact E. lia.
Qed.

Lemma total_kill : forall y h, (total (kill y h) + gain y h = total h)%Z.
Proof.
  intros y. induction h as [|a h IH]; simpl; [lia|]. destruct (mem y a); simpl; lia.
Qed.

Lemma gain_kill : forall z y h, (gain z (kill y h) <= gain z h)%Z.
Proof.
  intros z y. induction h as [|a h IH]; simpl; [lia|].
  pose proof (weight_positive depth (length a)). destruct (mem y a); simpl; destruct (mem z a); lia.
Qed.

Lemma gain_zero : forall z h, ~ In z (squares_of h) -> gain z h = 0%Z.
Proof.
  intros z. induction h as [|a h IH]; intros H; simpl; [reflexivity|].
  destruct (mem z a) eqn:E.
  - apply mem_spec in E. exfalso. apply H. apply in_or_app. left. exact E.
  - apply IH. intros Hz. apply H. apply in_or_app. right. exact Hz.
Qed.

Lemma gain_positive : forall z h, (0 <= gain z h)%Z.
Proof. intros z. induction h as [|a h IH]; simpl; [lia|]. pose proof (weight_positive depth (length a)). destruct (mem z a); lia. Qed.

Lemma heaviest : forall h l, exists y, forall z, In z l -> (gain z h <= gain y h)%Z.
Proof.
  intros h. induction l as [|x l [y Hy]]; [exists 0%N; contradiction|].
  destruct (Z.leb_spec (gain x h) (gain y h)) as [E|E].
  - exists y. intros z [Hz|Hz]; [subst; exact E|exact (Hy z Hz)].
  - exists x. intros z [Hz|Hz]; [subst; lia|]. apply Hy in Hz. lia.
Qed.

Lemma total_empty : forall h, In [] h -> (one <= total h)%Z.
Proof.
  induction h as [|a h IH]; intros H; [contradiction|]. simpl.
  assert (P : forall l, (0 <= total l)%Z).
  { induction l as [|b l Hl]; simpl; [lia|]. pose proof (weight_positive depth (length b)). lia. }
  destruct H as [H|H].
  - subst. specialize (P h). unfold one. simpl length. lia.
  - apply IH in H. pose proof (weight_positive depth (length a)). lia.
Qed.

Lemma distinct_move : forall x y h, all_distinct h -> all_distinct (kill y (shrink x h)).
Proof.
  intros x y h Hd a Ha. apply kill_spec in Ha as [Ha _]. apply shrink_spec in Ha as [b [E Hb]]. subst. apply NoDup_filter. exact (Hd b Hb).
Qed.

(** After Q's square: P answers with the heaviest square, and then no move of Q brings the sum to 1. *)
Lemma potential_move : forall x h, all_distinct h -> (total h + gain x h < one)%Z ->
  exists y, forall z, (total (kill y (shrink x h)) + gain z (kill y (shrink x h)) < one)%Z.
Proof.
  intros x h Hd H. destruct (heaviest (shrink x h) (squares_of (shrink x h))) as [y Hy]. exists y. intros z.
  pose proof (total_shrink x h Hd). pose proof (total_kill y (shrink x h)). pose proof (gain_kill z y (shrink x h)).
  assert (gain z (shrink x h) <= gain y (shrink x h))%Z; [|lia].
  destruct (in_dec N.eq_dec z (squares_of (shrink x h))) as [E|E]; [exact (Hy z E)|].
  rewrite gain_zero by exact E. apply gain_positive.
Qed.

Lemma potential : forall k h, all_distinct h -> (forall x, (total h + gain x h < one)%Z) -> safe k h.
Proof.
  induction k as [|k IH]; intros h Hd H;
    (assert (He : ~ In [] h) by (intros Hin; apply total_empty in Hin; specialize (H 0%N); pose proof (gain_positive 0 h); lia));
    (split; [exact He|]); [exact I|].
  intros x. destruct (potential_move x h Hd (H x)) as [y Hy]. exists y. apply IH; [apply distinct_move; exact Hd|exact Hy].
Qed.

(** * Lemma 7: a search of what is left. It may name any answers: they are looked at. *)

Fixpoint single (h : list (list N)) : option N :=
  match h with
  | [] => None
  | [x] :: _ => Some x
  | _ :: h => single h
  end.

(** What the sets with each square weigh together: all squares at once. *)
Definition get (x : N) (m : PositiveMap.t Z) : Z :=
  match PositiveMap.find (N.succ_pos x) m with Some w => w | None => 0%Z end.

Definition bump (w : Z) (m : PositiveMap.t Z) (x : N) : PositiveMap.t Z := PositiveMap.add (N.succ_pos x) (w + get x m)%Z m.

Definition weigh (h : list (list N)) : PositiveMap.t Z :=
  fold_right (fun a m => fold_left (bump (weight depth (length a))) a m) (PositiveMap.empty Z) h.

Fixpoint insert (x : N) (w : Z) (l : list (N * Z)) : list (N * Z) :=
  match l with
  | [] => [(x, w)]
  | (y, u) :: l => if (u <? w)%Z || ((u =? w)%Z && (x <? y)%N) then (x, w) :: (y, u) :: l else (y, u) :: insert x w l
  end.

(** The squares with their weights, each once, the heaviest first; of equal ones the least. *)
Definition weighed (h : list (list N)) : list (N * Z) :=
  fold_right (fun e l => insert (Pos.pred_N (fst e)) (snd e) l) [] (PositiveMap.elements (weigh h)).

Definition answers (h : list (list N)) : list N :=
  match single h with
  | Some x => [x]
  | None => map fst (firstn 4 (weighed h))
  end.

Definition short (a : list N) : bool :=
  match a with
  | [] | [_] => true
  | _ => false
  end.

(** [settle n h]: P keeps Q from all sets. It looks n moves of Q ahead. *)
Fixpoint settle (n : nat) (h : list (list N)) : bool :=
  negb (existsb short h) &&
  let sum := total h in
  forallb (fun e =>
    (sum + snd e <? one)%Z ||
    match n with
    | O => false
    | S n =>
        let h := shrink (fst e) h in
        existsb (fun y => settle n (kill y h)) (answers h)
    end) (weighed h).

Lemma succ_pos_inj : forall x y, N.succ_pos x = N.succ_pos y -> x = y.
Proof. intros x y H. apply (f_equal Pos.pred_N) in H. rewrite !N.pos_pred_succ in H. exact H. Qed.

Lemma get_bump : forall w m x y, get y (bump w m x) = if N.eqb y x then (w + get y m)%Z else get y m.
Proof.
  intros w m x y. unfold get at 1, bump. destruct (N.eqb_spec y x) as [E|E].
  - subst. rewrite PositiveMap.gss. reflexivity.
  - rewrite PositiveMap.gso; [reflexivity|]. intros G. apply E. apply succ_pos_inj. exact G.
Qed.

Lemma get_bumps : forall w a m y, (0 <= w)%Z -> ((if mem y a then w else 0) + get y m <= get y (fold_left (bump w) a m))%Z.
Proof.
  intros w. induction a as [|x a IH]; intros m y Hw; simpl; [lia|].
  specialize (IH (bump w m x) y Hw). rewrite get_bump in IH.
  destruct (N.eqb y x); simpl; [|exact IH]. destruct (mem y a); lia.
Qed.

Lemma weigh_gain : forall y h, (gain y h <= get y (weigh h))%Z.
Proof.
  intros y. induction h as [|a h IH]; [unfold get; simpl; rewrite PositiveMap.gempty; lia|].
  change (weigh (a :: h)) with (fold_left (bump (weight depth (length a))) a (weigh h)).
  pose proof (weight_positive depth (length a)) as W.
  pose proof (get_bumps (weight depth (length a)) a (weigh h) y ltac:(lia)).
  cbn [gain fold_right] in *. fold (gain y h). destruct (mem y a); lia.
Qed.

Lemma gain_in : forall y h, In y (squares_of h) -> (0 < gain y h)%Z.
Proof.
  intros y. induction h as [|a h IH]; intros H; [contradiction|].
  unfold squares_of in H. simpl in H. apply in_app_or in H.
  pose proof (weight_positive depth (length a)). pose proof (gain_positive y h).
  cbn [gain fold_right]. fold (gain y h). destruct (mem y a) eqn:M; [lia|].
  destruct H as [H|H]; [apply mem_not in M; contradiction|exact (IH H)].
Qed.

Lemma insert_in : forall x w l e, e = (x, w) \/ In e l -> In e (insert x w l).
Proof.
  intros x w. induction l as [|[y u] l IH]; intros e H; simpl; [destruct H as [H|[]]; auto|].
  destruct ((u <? w)%Z || ((u =? w)%Z && (x <? y)%N)); simpl in *; [intuition|].
  destruct H as [H|[H|H]]; [right; apply IH; auto|auto|right; apply IH; auto].
Qed.

Lemma weighed_in : forall x h, In x (squares_of h) -> exists w, In (x, w) (weighed h) /\ (gain x h <= w)%Z.
Proof.
  intros x h Hx. pose proof (weigh_gain x h) as G. apply gain_in in Hx. unfold get in G.
  destruct (PositiveMap.find (N.succ_pos x) (weigh h)) as [w|] eqn:F; [|lia]. exists w. split; [|exact G].
  apply PositiveMap.elements_correct in F. unfold weighed. revert F. generalize (PositiveMap.elements (weigh h)).
  induction l as [|e l IH]; intros F; [contradiction|]. simpl. apply insert_in. destruct F as [F|F]; [left|right; exact (IH F)].
  subst e. simpl. rewrite N.pos_pred_succ. reflexivity.
Qed.

(** Each of some squares once. *)
Definition once (l seen : list N) : list N :=
  map (fun e => Pos.pred_N (fst e)) (PositiveMap.elements (fold_right (fun x m => PositiveMap.add (N.succ_pos x) tt m) (PositiveMap.empty unit) (l ++ seen))).

Lemma once_spec : forall l seen x, In x l \/ In x seen -> In x (once l seen).
Proof.
  intros l seen x H. apply in_or_app in H. unfold once. revert H. generalize (l ++ seen). intros all H.
  apply in_map_iff. exists (N.succ_pos x, tt). simpl. split; [apply N.pos_pred_succ|]. apply PositiveMap.elements_correct.
  induction all as [|y all IH]; [contradiction|]. simpl. destruct (N.eq_dec x y) as [E|E].
  - subst. apply PositiveMap.gss.
  - rewrite PositiveMap.gso; [|intros G; apply E; apply succ_pos_inj; exact G]. apply IH. destruct H as [H|H]; [congruence|exact H].
Qed.

Lemma no_short : forall h, negb (existsb short h) = true -> ~ In [] h.
Proof.
  intros h H Hin. apply negb_true_iff in H. rewrite <- not_true_iff_false in H. apply H. apply existsb_exists. exists []. auto.
Qed.

Lemma settle_safe : forall n h, all_distinct h -> settle n h = true -> forall k, safe k h.
Proof.
  assert (P : forall n h, all_distinct h -> settle n h = true -> (forall n' h', n = S n' -> all_distinct h' -> settle n' h' = true -> forall k, safe k h') ->
    forall k, safe k h).
  { intros n h Hd H Hn k.
    assert (He : ~ In [] h) by (apply no_short; destruct n; simpl in H; apply andb_prop in H as [H _]; exact H).
    destruct k as [|k]; [split; [exact He|exact I]|]. apply safe_intro; [exact He|]. intros x Hx.
    assert (A : (total h + gain x h < one)%Z \/ exists n' y, n = S n' /\ settle n' (kill y (shrink x h)) = true).
    { destruct n as [|n]; simpl in H; apply andb_prop in H as [_ H]; rewrite forallb_forall in H;
        destruct (weighed_in x h Hx) as [w [Hw G]]; specialize (H (x, w) Hw); apply orb_prop in H as [H|H].
      - left. apply Z.ltb_lt in H. simpl in H. lia.
      - discriminate.
      - left. apply Z.ltb_lt in H. simpl in H. lia.
      - right. apply existsb_exists in H as [y [_ Hy]]. exists n, y. auto. }
    destruct A as [A|[n' [y [E A]]]].
    - destruct (potential_move x h Hd A) as [y Hy]. exists y. apply potential; [apply distinct_move; exact Hd|exact Hy].
    - exists y. apply (Hn n' _ E); [apply distinct_move; exact Hd|exact A]. }
  induction n as [|n IH]; intros h Hd H; apply (P _ h Hd H); intros n' h' E; [discriminate|].
  injection E as E. subst. apply IH.
Qed.
