(** A checker of plans that keep the other side from every line: pairs, rests, zones and references to earlier ones. It works out
    the zone of each part of a plan, and is proven sound. *)

From Coq Require Import List ZArith NArith Bool Lia FMapPositive.
From Oxo Require Import Sets.
Import ListNotations.

(** * Lemma 8: pairs aside. *)

Definition pair_squares (ps : list (N * N)) : list N := flat_map (fun p => [fst p; snd p]) ps.

Definition covered (ps : list (N * N)) (a : list N) : bool := existsb (fun p => mem (fst p) a && mem (snd p) a) ps.

Definition outside (z a : list N) : list N := filter (fun x => negb (mem x z)) a.

(** What remains if P takes one of each pair when Q takes the other: sets with both squares of a pair are gone, and Q has all squares of
    pairs in the others. *)
Definition aside (ps : list (N * N)) (h : list (list N)) : list (list N) :=
  map (outside (pair_squares ps)) (filter (fun a => negb (covered ps a)) h).

Lemma outside_spec : forall z a x, In x (outside z a) <-> In x a /\ ~ In x z.
Proof. intros z a x. unfold outside. rewrite filter_In, negb_true_iff, mem_not. reflexivity. Qed.

Lemma covered_spec : forall ps a, covered ps a = true <-> exists p, In p ps /\ In (fst p) a /\ In (snd p) a.
Proof.
  intros ps a. unfold covered. rewrite existsb_exists. split; intros [p [Hp H]]; exists p; (split; [exact Hp|]).
  - apply andb_prop in H as [H1 H2]. split; apply mem_spec; assumption.
  - destruct H as [H1 H2]. apply andb_true_intro. split; apply mem_spec; assumption.
Qed.

Lemma aside_spec : forall ps h b, In b (aside ps h) <-> exists a, In a h /\ covered ps a = false /\ b = outside (pair_squares ps) a.
Proof.
  intros ps h b. unfold aside. rewrite in_map_iff. split.
  - intros [a [E H]]. apply filter_In in H as [H C]. apply negb_true_iff in C. exists a. auto.
  - intros [a [H [C E]]]. exists a. split; [auto|]. apply filter_In. rewrite C. auto.
Qed.

Lemma in_pair : forall ps x, In x (pair_squares ps) -> exists p, In p ps /\ (x = fst p \/ x = snd p).
Proof. intros ps x H. apply in_flat_map in H as [p [Hp [H|[H|[]]]]]; exists p; auto. Qed.

Lemma pair_in : forall ps p, In p ps -> In (fst p) (pair_squares ps) /\ In (snd p) (pair_squares ps).
Proof. intros ps p H. split; apply in_flat_map; exists p; simpl; auto. Qed.

Lemma aside_safe : forall k ps h, NoDup (pair_squares ps) -> safe k (aside ps h) -> safe k h.
Proof.
  assert (E0 : forall ps h, ~ In [] (aside ps h) -> ~ In [] h).
  { intros ps h He H. apply He. apply aside_spec. exists []. split; [exact H|]. split; [|reflexivity].
    destruct (covered ps []) eqn:C; [|reflexivity]. apply covered_spec in C as [p [_ [[] _]]]. }
  induction k as [|k IH]; intros ps h Hd Hs; (split; [exact (E0 ps h (proj1 Hs))|]); [exact I|].
  intros x. destruct (in_dec N.eq_dec x (pair_squares ps)) as [Hx|Hx].
  - destruct (in_pair ps x Hx) as [p [Hp E]]. destruct (in_split p ps Hp) as [l1 [l2 El]].
    assert (F : exists y, y <> x /\ (forall a, In (fst p) a -> In (snd p) a -> In y a) /\ ~ In x (pair_squares (l1 ++ l2)) /\ NoDup (pair_squares (l1 ++ l2))).
    { subst ps. unfold pair_squares in *. rewrite flat_map_app in *. simpl in Hd.
      assert (H1 := NoDup_remove_1 _ _ _ Hd). assert (H2 := NoDup_remove_2 _ _ _ Hd).
      assert (H3 := NoDup_remove_1 _ _ _ H1). assert (H4 := NoDup_remove_2 _ _ _ H1).
      assert (N12 : fst p <> snd p) by (intros G; apply H2; rewrite G; apply in_or_app; right; left; reflexivity).
      destruct E as [E|E]; subst x.
      - exists (snd p). split; [auto|]. split; [auto|]. split; [|exact H3].
        intros G. apply H2. apply in_app_or in G. apply in_or_app. destruct G as [G|G]; [auto|right; right; exact G].
      - exists (fst p). split; [auto|]. split; [auto|]. split; [exact H4|exact H3]. }
    destruct F as [y [Hy [Hboth [Hn Hd']]]]. exists y. apply (IH (l1 ++ l2)); [exact Hd'|].
    apply safe_less in Hs. apply safe_above with (2 := Hs).
    intros b Hb. apply aside_spec in Hb as [a' [Ha [C Eb]]]. apply kill_spec in Ha as [Ha Hya]. apply shrink_spec in Ha as [a [Ea Ha]]. subst a' b.
    exists (outside (pair_squares ps) a). split.
    + apply aside_spec. exists a. split; [exact Ha|]. split; [|reflexivity].
      apply not_true_is_false. intros G. apply covered_spec in G as [q [Hq [Hf Hg]]].
      rewrite El in Hq. apply in_elt_inv in Hq as [Hq|Hq].
      * subst q. apply Hya. apply without_spec. split; [exact (Hboth a Hf Hg)|auto].
      * apply not_true_iff_false in C. apply C. apply covered_spec. exists q. split; [exact Hq|].
        destruct (pair_in _ _ Hq) as [Q1 Q2].
        split; apply without_spec; (split; [assumption|]); intros G; apply Hn; rewrite G; assumption.
    + intros z Hz. apply outside_spec in Hz as [Hz Hzp]. apply outside_spec. split.
      * apply without_spec. split; [exact Hz|]. intros G. subst. exact (Hzp Hx).
      * intros G. apply Hzp. rewrite El. unfold pair_squares in *. rewrite flat_map_app in *.
        apply in_app_or in G. apply in_or_app. destruct G as [G|G]; [auto|]. right. simpl. auto.
  - destruct Hs as [_ Hs]. destruct (Hs x) as [y Hy].
    exists (if mem y (pair_squares ps) then x else y). apply (IH ps); [exact Hd|]. apply safe_above with (2 := Hy).
    intros b Hb. apply aside_spec in Hb as [a' [Ha [C Eb]]]. apply kill_spec in Ha as [Ha Hya]. apply shrink_spec in Ha as [a [Ea Ha]]. subst a' b.
    assert (I : incl (without x (outside (pair_squares ps) a)) (outside (pair_squares ps) (without x a))).
    { intros z Hz. apply without_spec in Hz as [Hz Hzx]. apply outside_spec in Hz as [Hz Hzp].
      apply outside_spec. split; [apply without_spec; auto|exact Hzp]. }
    exists (without x (outside (pair_squares ps) a)). split; [|exact I].
    apply kill_spec. split.
    + apply shrink_spec. exists (outside (pair_squares ps) a). split; [reflexivity|]. apply aside_spec. exists a.
      split; [exact Ha|]. split; [|reflexivity]. apply not_true_is_false. intros G. apply covered_spec in G as [q [Hq [Hf Hg]]].
      apply not_true_iff_false in C. apply C. apply covered_spec. exists q. split; [exact Hq|].
      destruct (pair_in _ _ Hq) as [Q1 Q2].
      split; apply without_spec; (split; [assumption|]); intros G; apply Hx; rewrite G; assumption.
    + intros G. destruct (mem y (pair_squares ps)) eqn:M.
      * apply mem_spec in M. apply without_spec in G as [G _]. apply outside_spec in G as [_ G]. exact (G M).
      * apply Hya. apply I in G. apply outside_spec in G as [G _]. exact G.
Qed.

(** * Lemma 3: zones. A plan has a zone: P keeps Q from every set even if Q has all squares outside of it. *)

Definition inside (z a : list N) : list N := filter (fun x => mem x z) a.
Definition restrict (z : list N) (h : list (list N)) : list (list N) := map (inside z) h.

Lemma inside_spec : forall z a x, In x (inside z a) <-> In x a /\ In x z.
Proof. intros z a x. unfold inside. rewrite filter_In, mem_spec. reflexivity. Qed.

Lemma restrict_spec : forall z h b, In b (restrict z h) <-> exists a, inside z a = b /\ In a h.
Proof. intros z h b. unfold restrict. apply in_map_iff. Qed.

Lemma restrict_above : forall z h g, above h g -> above (restrict z h) (restrict z g).
Proof.
  intros z h g H b Hb. apply restrict_spec in Hb as [a [E Ha]]. subst. destruct (H a Ha) as [c [Hc I]].
  exists (inside z c). split; [apply restrict_spec; exists c; auto|].
  intros x Hx. apply inside_spec in Hx as [Hx Hz]. apply inside_spec. auto.
Qed.

Lemma restricted : forall z h, above h (restrict z h).
Proof.
  intros z h a Ha. exists (inside z a). split; [apply restrict_spec; exists a; auto|].
  intros x Hx. apply inside_spec in Hx as [Hx _]. exact Hx.
Qed.

Lemma aside_zone : forall k ps z1 z h, NoDup (pair_squares ps) -> incl (pair_squares ps) z -> incl z1 z ->
  safe k (restrict z1 (aside ps h)) -> safe k (restrict z h).
Proof.
  intros k ps z1 z h Hd Hp Hz Hs. apply (aside_safe k ps); [exact Hd|]. apply safe_above with (2 := Hs).
  intros b Hb. apply aside_spec in Hb as [a' [Ha [C E]]]. apply restrict_spec in Ha as [a [Ea Ha]]. subst.
  exists (inside z1 (outside (pair_squares ps) a)). split.
  - apply restrict_spec. exists (outside (pair_squares ps) a). split; [reflexivity|]. apply aside_spec. exists a.
    split; [exact Ha|]. split; [|reflexivity]. apply not_true_is_false. intros G. apply covered_spec in G as [q [Hq [Hf Hg]]].
    apply not_true_iff_false in C. apply C. apply covered_spec. exists q. destruct (pair_in _ _ Hq) as [Q1 Q2].
    split; [exact Hq|]. split; apply inside_spec; auto.
  - intros x Hx. apply inside_spec in Hx as [Hx H1]. apply outside_spec in Hx as [Hx H2].
    apply outside_spec. split; [apply inside_spec; auto|exact H2].
Qed.

(** A move m of Q, P's answer y, and the zone z of what comes after them, with y. *)
Definition answered (h : list (list N)) (e : N * list N) : Prop :=
  exists y z, snd e = y :: z /\ forall k, safe k (restrict z (kill y (shrink (fst e) h))).

Definition zone_of (l : list (N * list N)) : list N := flat_map (fun e => fst e :: snd e) l.

(** A square is settled: Q's move there is answered; or it is outside the zone of some answer; or another move is as good. *)
Definition settled (h : list (list N)) (l : list (N * list N)) (x : N) : bool :=
  existsb (fun e => N.eqb x (fst e) || negb (mem x (snd e)) || forallb (fun a => negb (mem x a) || mem (fst e) a) h) l.

(** After Q's move outside the zone of an answer this answer still works. *)
Lemma answer_works : forall k h m y z zz x, incl (y :: z) zz -> (x = m \/ ~ In x (y :: z)) ->
  safe k (restrict z (kill y (shrink m h))) -> safe k (kill y (shrink x (restrict zz h))).
Proof.
  intros k h m y z zz x Hi Hx Hs. apply safe_above with (2 := Hs).
  intros b Hb. apply kill_spec in Hb as [Hb Hy]. apply shrink_spec in Hb as [b0 [E Hb]]. apply restrict_spec in Hb as [a [Ea Ha]]. subst.
  destruct (N.eq_dec x y) as [Exy|Exy].
  { subst y. destruct Hx as [Hx|Hx]; [|exfalso; apply Hx; left; reflexivity]. subst m.
    exists (inside z (without x a)). split.
    - apply restrict_spec. exists (without x a). split; [reflexivity|]. apply kill_spec. split; [apply shrink_spec; exists a; auto|].
      intros G. apply without_spec in G as [_ G]. exact (G eq_refl).
    - intros w Hw. apply inside_spec in Hw as [Hw Hwz]. apply without_spec in Hw as [Hw Hwx].
      apply without_spec. split; [apply inside_spec; split; [exact Hw|apply Hi; right; exact Hwz]|exact Hwx]. }
  exists (inside z (without m a)). split.
  - apply restrict_spec. exists (without m a). split; [reflexivity|]. apply kill_spec. split; [apply shrink_spec; exists a; auto|].
    intros G. apply without_spec in G as [G _]. apply Hy. apply without_spec. split; [|exact Exy].
    apply inside_spec. split; [exact G|]. apply Hi. left. reflexivity.
  - intros w Hw. apply inside_spec in Hw as [Hw Hwz]. apply without_spec in Hw as [Hw Hwm].
    apply without_spec. split; [apply inside_spec; split; [exact Hw|apply Hi; right; exact Hwz]|].
    intros G. subst w. destruct Hx as [Hx|Hx]; [exact (Hwm (eq_sym Hx))|apply Hx; right; exact Hwz].
Qed.

Lemma zone_safe : forall h l, l <> [] -> (forall e, In e l -> answered h e) ->
  (forall x, In x (squares_of h) -> settled h l x = true) -> forall k, safe k (restrict (zone_of l) h).
Proof.
  intros h l Hl Ha Hs.
  assert (Hz : forall e, In e l -> In (fst e) (zone_of l) /\ incl (snd e) (zone_of l)).
  { intros e He. split; [|intros x Hx]; apply in_flat_map; exists e; (split; [exact He|]); [left; reflexivity|right; exact Hx]. }
  assert (He : ~ In [] (restrict (zone_of l) h)).
  { intros H. apply restrict_spec in H as [a [E H]]. destruct l as [|e l]; [contradiction|].
    destruct (Ha e (or_introl eq_refl)) as [y [z [Ez Hk]]]. destruct (Hz e (or_introl eq_refl)) as [_ Hi]. rewrite Ez in Hi.
    destruct (Hk O) as [Hn _]. apply Hn.
    assert (Hout : forall x, In x a -> ~ In x (zone_of (e :: l))) by (intros x Hx G; assert (In x []) by (rewrite <- E; apply inside_spec; auto); contradiction).
    apply restrict_spec. exists (without (fst e) a). split.
    - destruct (inside z (without (fst e) a)) as [|w r] eqn:W; [reflexivity|exfalso].
      assert (G : In w (inside z (without (fst e) a))) by (rewrite W; left; reflexivity).
      apply inside_spec in G as [G1 G2]. apply without_spec in G1 as [G1 _]. apply (Hout w G1). apply Hi. right. exact G2.
    - apply kill_spec. split; [apply shrink_spec; exists a; auto|]. intros G. apply without_spec in G as [G _].
      apply (Hout y G). apply Hi. left. reflexivity. }
  intros [|k]; [split; [exact He|exact I]|]. apply safe_intro; [exact He|]. intros x Hx.
  assert (Hxh : In x (squares_of h)).
  { apply in_concat in Hx as [b [Hb Hx]]. apply restrict_spec in Hb as [a [E Hb]]. subst. apply inside_spec in Hx as [Hx _].
    apply in_concat. exists a. auto. }
  specialize (Hs x Hxh). apply existsb_exists in Hs as [e [Hin Hs]].
  destruct (Ha e Hin) as [y [z [Ez Hk]]]. destruct (Hz e Hin) as [Hm Hi]. rewrite Ez in *.
  apply orb_prop in Hs as [Hs|Hs].
  - exists y. apply (answer_works k h (fst e) y z); [exact Hi| |exact (Hk k)].
    apply orb_prop in Hs as [Hs|Hs]; [left; apply N.eqb_eq; exact Hs|]. right. apply negb_true_iff in Hs. apply mem_not. exact Hs.
  - destruct (N.eq_dec x (fst e)) as [E|E].
    { exists y. apply (answer_works k h (fst e) y z); [exact Hi|left; exact E|exact (Hk k)]. }
    exists (swap x (fst e) y). apply as_good; [exact E| |].
    + intros b Hb Hxb. apply restrict_spec in Hb as [a [Eb Hb]]. subst. apply inside_spec in Hxb as [Hxa _].
      rewrite forallb_forall in Hs. specialize (Hs a Hb). apply inside_spec. split; [|exact Hm].
      apply orb_prop in Hs as [Hs|Hs]; [|apply mem_spec; exact Hs]. apply negb_true_iff in Hs. apply mem_not in Hs. contradiction.
    + apply (answer_works k h (fst e) y z); [exact Hi|left; reflexivity|exact (Hk k)].
Qed.

(** * Plans. *)

(** A map of the squares onto each other: a table and its inverse. *)
Record turn := { there : list N; back : list N }.

Definition by_table (t : list N) (x : N) : N := nth (N.to_nat x) t x.

Definition proper (t : turn) : bool :=
  forallb (fun i => (by_table (there t) (N.of_nat i) <? N.of_nat (length (there t)))%N
                    && (by_table (back t) (by_table (there t) (N.of_nat i)) =? N.of_nat i)%N) (seq 0 (length (there t))).

Lemma proper_injective : forall t, proper t = true -> forall x y, by_table (there t) x = by_table (there t) y -> x = y.
Proof.
  intros t H. unfold proper in H. rewrite forallb_forall in H.
  assert (A : forall x, (N.to_nat x < length (there t))%nat ->
    (by_table (there t) x < N.of_nat (length (there t)))%N /\ by_table (back t) (by_table (there t) x) = x).
  { intros x Hx. specialize (H (N.to_nat x)). rewrite N2Nat.id in H.
    assert (Hin : In (N.to_nat x) (seq 0 (length (there t)))) by (apply in_seq; lia).
    apply H in Hin. apply andb_prop in Hin as [H1 H2]. apply N.ltb_lt in H1. apply N.eqb_eq in H2. auto. }
  assert (B : forall x, (length (there t) <= N.to_nat x)%nat -> by_table (there t) x = x) by (intros x Hx; apply nth_overflow; exact Hx).
  intros x y E. destruct (Nat.lt_ge_cases (N.to_nat x) (length (there t))) as [Hx|Hx]; destruct (Nat.lt_ge_cases (N.to_nat y) (length (there t))) as [Hy|Hy].
  - destruct (A x Hx) as [_ Ex]. destruct (A y Hy) as [_ Ey]. rewrite <- Ex, <- Ey, E. reflexivity.
  - destruct (A x Hx) as [Lx _]. rewrite E, (B y Hy) in Lx. lia.
  - destruct (A y Hy) as [Ly _]. rewrite <- E, (B x Hx) in Ly. lia.
  - rewrite (B x Hx), (B y Hy) in E. exact E.
Qed.

(** A plan, with Q to move: [Pairs n ps] has pairs, and what they leave is settled by a search n moves deep (0: by the potential alone); [Aside ps p]
    has pairs and a plan for the rest; [Zone l] has moves of Q, each with P's answer and the plan after it; [Ref i t] is an earlier
    plan, turned by the map t. *)
Inductive plan :=
| Pairs (n : nat) (ps : list (N * N))
| Aside (ps : list (N * N)) (p : plan)
| Zone (l : list (N * N * plan))
| Ref (i : positive) (t : nat).

Section Induction.
  Variable P : plan -> Prop.
  Hypothesis pairs : forall n ps, P (Pairs n ps).
  Hypothesis aside : forall ps p, P p -> P (Aside ps p).
  Hypothesis zone : forall l, Forall (fun e => P (snd e)) l -> P (Zone l).
  Hypothesis ref : forall i t, P (Ref i t).

  Fixpoint plan_induction (p : plan) : P p :=
    match p with
    | Pairs n ps => pairs n ps
    | Aside ps p => aside ps p (plan_induction p)
    | Zone l => zone l ((fix all (l : list (N * N * plan)) : Forall (fun e => P (snd e)) l :=
        match l with
        | [] => Forall_nil _
        | (m, y, q) :: l => Forall_cons (m, y, q) (plan_induction q) (all l)
        end) l)
    | Ref i t => ref i t
    end.
End Induction.

(** Earlier plans: what each keeps Q from, within its zone. *)
Record seen := { plans : PositiveMap.t (list (list N) * list N); next : positive }.

Definition nothing : seen := {| plans := PositiveMap.empty _; next := 1 |}.

Definition note (z : list N) (h : list (list N)) (s : seen) : seen :=
  {| plans := PositiveMap.add (next s) (restrict z h, z) (plans s); next := Pos.succ (next s) |}.

Definition fine (s : seen) : Prop := forall i h z, PositiveMap.find i (plans s) = Some (h, z) ->
  (forall k, safe k h) /\ forall a, In a h -> incl a z.

Lemma fine_nothing : fine nothing.
Proof. intros i h z H. simpl in H. rewrite PositiveMap.gempty in H. discriminate. Qed.

Lemma fine_note : forall z h s, fine s -> (forall k, safe k (restrict z h)) -> fine (note z h s).
Proof.
  intros z h s Hs Hk i h' z' H. simpl in H. destruct (Pos.eq_dec i (next s)) as [E|E].
  - subst. rewrite PositiveMap.gss in H. injection H as E1 E2. subst. split; [exact Hk|].
    intros a Ha x Hx. apply restrict_spec in Ha as [b [E Hb]]. subst. apply inside_spec in Hx as [_ Hx]. exact Hx.
  - rewrite PositiveMap.gso in H by exact E. exact (Hs i h' z' H).
Qed.

Section Check.
  Variable turns : list turn.

  Definition reduce (h : list (list N)) : list (list N) := minimal h [].

  Fixpoint check (p : plan) (s : seen) (h0 : list (list N)) : option (list N * seen) :=
    let h := reduce h0 in
    match p with
    | Pairs n ps =>
        let h1 := aside ps h in
        if distinct (pair_squares ps) && forallb distinct h1 && settle n h1
        then let z := once (pair_squares ps ++ squares_of h1) [] in Some (z, note z h s)
        else None
    | Aside ps p =>
        if distinct (pair_squares ps) then
          match check p s (aside ps h) with
          | Some (z, s) => Some (once (pair_squares ps ++ z) [], s)
          | None => None
          end
        else None
    | Zone l =>
        match
          (fix all (l : list (N * N * plan)) (s : seen) : option (list (N * list N) * seen) :=
             match l with
             | [] => Some ([], s)
             | (m, y, p) :: l =>
                 match check p s (kill y (shrink m h)) with
                 | Some (z, s) =>
                     match all l s with
                     | Some (zs, s) => Some ((m, y :: z) :: zs, s)
                     | None => None
                     end
                 | None => None
                 end
             end) l s
        with
        | Some ([], _) => None
        | Some (zs, s) =>
            if forallb (settled h zs) (once (squares_of h) [])
            then let z := once (zone_of zs) [] in Some (z, note z h s)
            else None
        | None => None
        end
    | Ref i t =>
        match PositiveMap.find i (plans s), nth_error turns t with
        | Some (g, z), Some t =>
            let f := by_table (there t) in
            let g := rename f g in
            if proper t && forallb (fun a => existsb (fun b => part b a) g) h
            then Some (map f z, s)
            else None
        | _, _ => None
        end
    end.

  Lemma reduce_safe : forall k z h, safe k (restrict z (reduce h)) -> safe k (restrict z h).
  Proof.
    intros k z h H. apply safe_above with (2 := H). apply restrict_above.
    assert (A := minimal_above h []). rewrite app_nil_r in A. exact A.
  Qed.

  Lemma once_incl : forall l, incl l (once l []).
  Proof. intros l x H. apply once_spec. auto. Qed.

  Lemma wider : forall k z1 z h, incl z1 z -> safe k (restrict z1 h) -> safe k (restrict z h).
  Proof.
    intros k z1 z h Hi Hs. apply safe_above with (2 := Hs). intros b Hb. apply restrict_spec in Hb as [a [E Ha]]. subst.
    exists (inside z1 a). split; [apply restrict_spec; exists a; auto|].
    intros x Hx. apply inside_spec in Hx as [Hx Hz]. apply inside_spec. auto.
  Qed.

  Theorem check_sound : forall p s h z s', fine s -> check p s h = Some (z, s') -> fine s' /\ forall k, safe k (restrict z h).
  Proof.
    apply (plan_induction (fun p => forall s h z s', fine s -> check p s h = Some (z, s') -> fine s' /\ forall k, safe k (restrict z h))).
    - intros n ps s h z s' Hs H. simpl in H.
      destruct (distinct (pair_squares ps) && forallb distinct (aside ps (reduce h)) && settle n (aside ps (reduce h))) eqn:E; [|discriminate].
      injection H as E1 E2. subst. apply andb_prop in E as [E E3]. apply andb_prop in E as [E1 E2].
      assert (A : forall k, safe k (restrict (once (pair_squares ps ++ squares_of (aside ps (reduce h))) []) (reduce h))).
      { intros k. apply (aside_zone k ps (squares_of (aside ps (reduce h)))).
        - apply distinct_spec. exact E1.
        - intros x Hx. apply once_incl. apply in_or_app. auto.
        - intros x Hx. apply once_incl. apply in_or_app. auto.
        - apply safe_above with (g := aside ps (reduce h)).
          + intros b Hb. apply restrict_spec in Hb as [a [Eb Ha]]. subst. exists a. split; [exact Ha|].
            intros x Hx. apply inside_spec. split; [exact Hx|]. apply in_concat. exists a. auto.
          + apply (settle_safe n); [|exact E3]. intros a Ha. apply distinct_spec. rewrite forallb_forall in E2. exact (E2 a Ha). }
      split; [apply fine_note; assumption|]. intros k. apply reduce_safe. apply A.
    - intros ps p IH s h z s' Hs H. simpl in H.
      destruct (distinct (pair_squares ps)) eqn:E; [|discriminate].
      destruct (check p s (aside ps (reduce h))) as [[z1 s1]|] eqn:C; [|discriminate]. injection H as E1 E2. subst.
      apply IH in C as [Hs' Hk]; [|exact Hs]. split; [exact Hs'|]. intros k. apply reduce_safe.
      apply (aside_zone k ps z1); [apply distinct_spec; exact E| | |exact (Hk k)];
        intros x Hx; apply once_incl; apply in_or_app; auto.
    - intros l Hl s h z s' Hs H. simpl in H.
      match type of H with match ?f l s with _ => _ end = _ => set (all := f) in H end.
      assert (A : forall l, Forall (fun e => forall s h z s', fine s -> check (snd e) s h = Some (z, s') -> fine s' /\ forall k, safe k (restrict z h)) l ->
        forall s zs s', fine s -> all l s = Some (zs, s') -> fine s' /\ forall e, In e zs -> answered (reduce h) e).
      { clear l Hl s s' Hs H z. induction l as [|[[m y] q] l IHl]; intros Hl s zs s' Hs H; simpl in H.
        - injection H as E1 E2. subst. split; [exact Hs|contradiction].
        - destruct (check q s (kill y (shrink m (reduce h)))) as [[z1 s1]|] eqn:C; [|discriminate].
          destruct (all l s1) as [[zs1 s2]|] eqn:D; [|discriminate]. injection H as E1 E2. subst.
          inversion Hl as [|? ? Hq Hl']. subst. simpl in Hq. apply Hq in C as [Hs1 Hk]; [|exact Hs].
          apply (IHl Hl') in D as [Hs2 Ha]; [|exact Hs1]. split; [exact Hs2|].
          intros e [He|He]; [|exact (Ha e He)]. subst e. exists y, z1. split; [reflexivity|exact Hk]. }
      destruct (all l s) as [[zs s1]|] eqn:E; [|discriminate]. destruct (A l Hl s zs s1 Hs E) as [Hs1 Ha].
      destruct zs as [|e zs]; [discriminate|].
      destruct (forallb (settled (reduce h) (e :: zs)) (once (squares_of (reduce h)) [])) eqn:F; [|discriminate].
      assert (B : forall k, safe k (restrict (once (zone_of (e :: zs)) []) (reduce h))).
      { intros k. apply (wider k (zone_of (e :: zs))); [apply once_incl|]. apply zone_safe; [discriminate|exact Ha|].
        intros x Hx. rewrite forallb_forall in F. apply F. apply once_incl. exact Hx. }
      injection H as E1 E2. subst. split; [apply fine_note; assumption|]. intros k. apply reduce_safe. apply B.
    - intros i t s h z s' Hs H. simpl in H.
      destruct (PositiveMap.find i (plans s)) as [[g z0]|] eqn:F; [|discriminate].
      destruct (nth_error turns t) as [u|]; [|discriminate].
      destruct (proper u && forallb (fun a => existsb (fun b => part b a) (rename (by_table (there u)) g)) (reduce h)) eqn:E; [|discriminate].
      injection H as E1 E2. subst. apply andb_prop in E as [E1 E2]. split; [exact Hs|]. intros k. apply reduce_safe.
      destruct (Hs i g z0 F) as [Hk Hi].
      apply safe_above with (2 := safe_rename _ (proper_injective u E1) k g (Hk k)).
      intros b Hb. apply restrict_spec in Hb as [a [Eb Ha]]. subst. rewrite forallb_forall in E2. specialize (E2 a Ha).
      apply existsb_exists in E2 as [c [Hc Hp]]. apply part_spec in Hp. exists c. split; [exact Hc|].
      intros x Hx. apply inside_spec. split; [exact (Hp x Hx)|]. apply in_map_iff in Hc as [d [Ed Hd]]. subst.
      apply in_map_iff in Hx as [w [Ew Hw]]. subst. apply in_map. exact (Hi d Hd w Hw).
  Qed.

  Definition keeps (p : plan) (h : list (list N)) : bool :=
    match check p nothing h with Some _ => true | None => false end.

  Theorem keeps_sound : forall p h, keeps p h = true -> forall k, safe k h.
  Proof.
    intros p h H k. unfold keeps in H. destruct (check p nothing h) as [[z s]|] eqn:E; [|discriminate].
    apply check_sound in E as [_ Hk]; [|exact fine_nothing]. exact (safe_above k h _ (restricted z h) (Hk k)).
  Qed.
End Check.
