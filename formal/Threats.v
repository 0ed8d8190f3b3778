(** Lemma 5: a threat of one's own. Here P's stones count too: P wins with a line of its own, so Q has to answer threats. *)

From Coq Require Import List ZArith NArith Bool Lia FMapPositive.
From Oxo Require Import Game Rows Sets Plan Prevent.
Import ListNotations.

Section Threats.
  (** The lines, as lists of squares. *)
  Variable wins : list (list N).

  Definition completes (s : list N) : Prop := exists l, In l wins /\ incl l s.

  (** [holds k h s f]: with Q to move, P keeps Q from the sets h for k moves, or wins before. P has the squares s. The squares f are
      empty or P's. P may pass. *)
  Fixpoint holds (k : nat) (h : list (list N)) (s f : list N) : Prop :=
    ~ In [] h /\
    match k with
    | O => True
    | S k => forall x, ~ In [] (shrink x h) /\
        ((exists y, In y f /\ y <> x /\ (completes (y :: s) \/ holds k (kill y (shrink x h)) (y :: s) (without x f)))
         \/ holds k (shrink x h) s (without x f))
    end.

  Lemma above_shrink : forall x h g, above h g -> above (shrink x h) (shrink x g).
  Proof.
    intros x h g H a Ha. apply shrink_spec in Ha as [a0 [E Ha]]. subst. destruct (H a0 Ha) as [b [Hb Hi]].
    exists (without x b). split; [apply shrink_spec; exists b; auto|].
    intros z Hz. apply without_spec in Hz as [Hz Hx]. apply without_spec. auto.
  Qed.

  Lemma above_empty : forall h g, above h g -> ~ In [] g -> ~ In [] h.
  Proof. intros h g H Hg Hin. destruct (H [] Hin) as [b [Hb Hi]]. apply incl_l_nil in Hi. subst. exact (Hg Hb). Qed.

  Lemma completes_more : forall s t, incl s t -> completes s -> completes t.
  Proof. intros s t H [l [Hl Hi]]. exists l. split; [exact Hl|]. exact (incl_tran Hi H). Qed.

  Lemma incl_without : forall x f g, incl f g -> incl (without x f) (without x g).
  Proof. intros x f g H z Hz. apply without_spec in Hz as [Hz Hx]. apply without_spec. auto. Qed.

  Lemma incl_cons_both : forall (y : N) s t, incl s t -> incl (y :: s) (y :: t).
  Proof. intros y s t H z [Hz|Hz]; [left; exact Hz|right; exact (H z Hz)]. Qed.

  Lemma holds_above : forall k h g s t f e, above h g -> incl s t -> incl f e -> holds k g s f -> holds k h t e.
  Proof.
    induction k as [|k IH]; intros h g s t f e H Hs Hf [He Hk]; (split; [exact (above_empty h g H He)|]); [exact I|].
    intros x. destruct (Hk x) as [Hx D]. split; [exact (above_empty _ _ (above_shrink x h g H) Hx)|].
    destruct D as [[y [Hy [Hyx D]]]|D].
    - left. exists y. split; [exact (Hf y Hy)|]. split; [exact Hyx|]. destruct D as [D|D].
      + left. exact (completes_more _ _ (incl_cons_both y s t Hs) D).
      + right. exact (IH _ _ _ _ _ _ (above_move x y h g H) (incl_cons_both y s t Hs) (incl_without x f e Hf) D).
    - right. exact (IH _ _ _ _ _ _ (above_shrink x h g H) Hs (incl_without x f e Hf) D).
  Qed.

  (** What is safe without threats is safe with them. *)
  Lemma holds_safe : forall k h s f, incl (squares_of h) f -> safe k h -> holds k h s f.
  Proof.
    induction k as [|k IH]; intros h s f Hf [He Hs]; (split; [exact He|]); [exact I|].
    intros x. destruct (Hs x) as [y Hy].
    assert (Hx : ~ In [] (shrink x h)).
    { assert (N0 : ~ In [] (kill y (shrink x h))) by (destruct k; exact (proj1 Hy)).
      intros G. apply N0. apply kill_spec. auto. }
    assert (Q : incl (squares_of (shrink x h)) (without x f)).
    { intros z Hz. apply in_concat in Hz as [a [Ha Hz]]. apply shrink_spec in Ha as [b [E Hb]]. subst.
      apply without_spec in Hz as [Hz Hzx]. apply without_spec. split; [|exact Hzx]. apply Hf. apply in_concat. exists b. auto. }
    split; [exact Hx|]. destruct (in_dec N.eq_dec y (without x f)) as [Y|Y].
    - apply without_spec in Y as [Y Yx]. left. exists y. split; [exact Y|]. split; [auto|]. right. apply IH; [|exact Hy].
      intros z Hz. apply Q. apply in_concat in Hz as [a [Ha Hz]]. apply kill_spec in Ha as [Ha _]. apply in_concat. exists a. auto.
    - right. apply IH; [exact Q|]. apply safe_above with (2 := Hy). intros a Ha. exists a. split; [|apply incl_refl].
      apply kill_spec. split; [exact Ha|]. intros G. apply Y. apply Q. apply in_concat. exists a. auto.
  Qed.

  Lemma holds_rename : forall r, (forall x y, r x = r y -> x = y) -> (forall l, In l wins -> exists l', In l' wins /\ incl l' (map r l)) ->
    forall k h s f, holds k h s f -> holds k (rename r h) (map r s) (map r f).
  Proof.
    intros r Hr Hw.
    assert (E0 : forall h, ~ In [] h -> ~ In [] (rename r h)).
    { intros h He H. apply in_map_iff in H as [a [Ha Hin]]. destruct a; [exact (He Hin)|discriminate]. }
    assert (C : forall s, completes s -> completes (map r s)).
    { intros s [l [Hl Hi]]. destruct (Hw l Hl) as [l' [Hl' Hi']]. exists l'. split; [exact Hl'|].
      intros z Hz. apply Hi' in Hz. apply in_map_iff in Hz as [w [E Hz]]. subst. apply in_map. exact (Hi w Hz). }
    induction k as [|k IH]; intros h s f [He Hk]; (split; [exact (E0 h He)|]); [exact I|].
    intros x.
    assert (A : exists x0, (forall y, In y f -> y <> x0 -> r y <> x)
      /\ (forall a, In a h -> incl (map r (without x0 a)) (without x (map r a))) /\ incl (map r (without x0 f)) (without x (map r f))).
    { destruct (in_dec N.eq_dec x (map r (squares_of h ++ f))) as [Hx|Hx].
      - apply in_map_iff in Hx as [x0 [E _]]. subst x. exists x0.
        assert (B : forall a, incl (map r (without x0 a)) (without (r x0) (map r a))).
        { intros a z Hz. apply in_map_iff in Hz as [w [E Hz]]. subst. apply without_spec in Hz as [Hz Hn].
          apply without_spec. split; [apply in_map; exact Hz|]. intros G. exact (Hn (Hr _ _ G)). }
        split; [intros y _ Hy G; exact (Hy (Hr _ _ G))|]. split; [intros a _; apply B|apply B].
      - exists x.
        assert (B : forall a, incl a (squares_of h ++ f) -> incl (map r (without x a)) (without x (map r a))).
        { intros a Ha z Hz. apply in_map_iff in Hz as [w [E Hz]]. subst. apply without_spec in Hz as [Hz _].
          apply without_spec. split; [apply in_map; exact Hz|]. intros G. apply Hx. rewrite G. apply in_map. exact (Ha w Hz). }
        split; [|split].
        + intros y Hy _ G. apply Hx. rewrite <- G. apply in_map. apply in_or_app. auto.
        + intros a Ha. apply B. intros z Hz. apply in_or_app. left. apply in_concat. exists a. auto.
        + apply B. intros z Hz. apply in_or_app. auto. }
    destruct A as [x0 [A1 [A2 A3]]]. destruct (Hk x0) as [Hx D].
    assert (S : above (shrink x (rename r h)) (rename r (shrink x0 h))).
    { intros b Hb. apply shrink_spec in Hb as [b0 [E Hb]]. apply in_map_iff in Hb as [a [Ea Ha]]. subst.
      exists (map r (without x0 a)). split; [apply in_map; apply shrink_spec; exists a; auto|exact (A2 a Ha)]. }
    split; [exact (above_empty _ _ S (E0 _ Hx))|].
    destruct D as [[y [Hy [Hyx D]]]|D].
    - left. exists (r y). split; [apply in_map; exact Hy|]. split; [exact (A1 y Hy Hyx)|]. destruct D as [D|D].
      + left. exact (C _ D).
      + right. apply IH in D. refine (holds_above _ _ _ _ _ _ _ _ (incl_refl _) A3 D).
        intros b Hb. apply kill_spec in Hb as [Hb Hyb]. destruct (S b Hb) as [c [Hc Hi]]. exists c. split; [|exact Hi].
        apply in_map_iff in Hc as [a [E Ha]]. subst. apply in_map. apply kill_spec. split; [exact Ha|].
        intros G. apply Hyb. apply Hi. apply in_map. exact G.
    - right. apply IH in D. exact (holds_above _ _ _ _ _ _ _ S (incl_refl _) A3 D).
  Qed.

  (** * Zones where threats count. *)

  (** What is proven of P's answer y to Q's move m, with the zone z of what comes after it. *)
  Definition good_answer (h : list (list N)) (s f : list N) (m y : N) (z : list N) : Prop :=
    In y f /\ y <> m /\
    ((completes (y :: s) /\ forall a, In a h -> In y a \/ exists w, In w a /\ In w z /\ w <> m)
     \/ forall k, holds k (restrict z (kill y (shrink m h))) (y :: s) (inside z (without m f))).

  Lemma good_answer_works : forall k h s f m y z zz x, incl (y :: z) zz -> (x = m \/ ~ In x (y :: z)) -> good_answer h s f m y z ->
    ~ In [] (shrink x (restrict zz h)) /\
    exists y, In y (inside zz f) /\ y <> x /\ (completes (y :: s) \/ holds k (kill y (shrink x (restrict zz h))) (y :: s) (without x (inside zz f))).
  Proof.
    intros k h s f m y z zz x Hi Hx [Hy [Hym D]].
    assert (Hyx : y <> x) by (intros G; subst y; destruct Hx as [Hx|Hx]; [exact (Hym Hx)|apply Hx; left; reflexivity]).
    assert (Hyz : In y (inside zz f)) by (apply inside_spec; split; [exact Hy|apply Hi; left; reflexivity]).
    destruct D as [[C W]|D].
    - split; [|exists y; auto].
      intros G. apply shrink_spec in G as [b [E Hb]]. apply restrict_spec in Hb as [a [Ea Ha]]. subst b.
      assert (G : exists w, In w (without x (inside zz a))).
      { destruct (W a Ha) as [Ya|[w [Hw [Hz Hwm]]]].
        - exists y. apply without_spec. split; [apply inside_spec; split; [exact Ya|apply Hi; left; reflexivity]|auto].
        - exists w. apply without_spec. split; [apply inside_spec; split; [exact Hw|apply Hi; right; exact Hz]|].
          intros G. subst w. destruct Hx as [Hx|Hx]; [exact (Hwm Hx)|apply Hx; right; exact Hz]. }
      destruct G as [w G]. rewrite E in G. contradiction.
    - assert (A : above (kill y (shrink x (restrict zz h))) (restrict z (kill y (shrink m h)))).
      { intros b Hb. apply kill_spec in Hb as [Hb Hyb]. apply shrink_spec in Hb as [b0 [E Hb]]. apply restrict_spec in Hb as [a [Ea Ha]]. subst.
        exists (inside z (without m a)). split.
        - apply restrict_spec. exists (without m a). split; [reflexivity|]. apply kill_spec. split; [apply shrink_spec; exists a; auto|].
          intros G. apply without_spec in G as [G _]. apply Hyb. apply without_spec. split; [|auto].
          apply inside_spec. split; [exact G|]. apply Hi. left. reflexivity.
        - intros w Hw. apply inside_spec in Hw as [Hw Hwz]. apply without_spec in Hw as [Hw Hwm].
          apply without_spec. split; [apply inside_spec; split; [exact Hw|apply Hi; right; exact Hwz]|].
          intros G. subst w. destruct Hx as [Hx|Hx]; [exact (Hwm (eq_sym Hx))|apply Hx; right; exact Hwz]. }
      assert (F : incl (inside z (without m f)) (without x (inside zz f))).
      { intros w Hw. apply inside_spec in Hw as [Hw Hwz]. apply without_spec in Hw as [Hw Hwm].
        apply without_spec. split; [apply inside_spec; split; [exact Hw|apply Hi; right; exact Hwz]|].
        intros G. subst w. destruct Hx as [Hx|Hx]; [exact (Hwm (eq_sym Hx))|apply Hx; right; exact Hwz]. }
      assert (K : forall k, holds k (kill y (shrink x (restrict zz h))) (y :: s) (without x (inside zz f)))
        by (intros j; exact (holds_above j _ _ _ _ _ _ A (incl_refl _) F (D j))).
      split; [|exists y; auto].
      intros G. destruct (K O) as [N0 _]. apply N0. apply kill_spec. auto.
  Qed.

  (** * Plans with threats. *)

  (** [Calm p] is a plan without threats; [Answers l] has moves of Q, each with P's answer and the plan after it; [Forced m y q z]: P would complete a
      line with m, and answers Q's move there with y; [Again i t] is an earlier plan, turned; in [Won z] P has completed a line. The
      z are squares that the zone needs, so that Q cannot complete a line first. *)
  Inductive tplan :=
  | Calm (p : plan)
  | Answers (l : list (N * N * tplan))
  | Forced (m y : N) (q : tplan) (z : list N)
  | Again (i : positive) (t : nat)
  | Won (z : list N).

  Section Induction.
    Variable P : tplan -> Prop.
    Hypothesis calm : forall p, P (Calm p).
    Hypothesis answers : forall l, Forall (fun e => P (snd e)) l -> P (Answers l).
    Hypothesis forced : forall m y q z, P q -> P (Forced m y q z).
    Hypothesis again : forall i t, P (Again i t).
    Hypothesis won : forall z, P (Won z).

    Fixpoint tplan_induction (p : tplan) : P p :=
      match p with
      | Calm p => calm p
      | Answers l => answers l ((fix all (l : list (N * N * tplan)) : Forall (fun e => P (snd e)) l :=
          match l with
          | [] => Forall_nil _
          | (m, y, q) :: l => Forall_cons (m, y, q) (tplan_induction q) (all l)
          end) l)
      | Forced m y q z => forced m y q z (tplan_induction q)
      | Again i t => again i t
      | Won z => won z
      end.
  End Induction.

  Record memo := { kept : list (list N); stones : list N; free : list N; zone : list N }.
  Record past := { memos : PositiveMap.t memo; count : positive }.

  Definition no_past : past := {| memos := PositiveMap.empty _; count := 1 |}.

  Definition store (z : list N) (h : list (list N)) (s f : list N) (k : past) : past :=
    {| memos := PositiveMap.add (count k) {| kept := restrict z h; stones := s; free := inside z f; zone := z |} (memos k); count := Pos.succ (count k) |}.

  Definition sound_past (k : past) : Prop := forall i e, PositiveMap.find i (memos k) = Some e ->
    (forall n, holds n (kept e) (stones e) (free e)) /\ (forall a, In a (kept e) -> incl a (zone e)) /\ incl (free e) (zone e).

  Lemma sound_no_past : sound_past no_past.
  Proof. intros i e H. simpl in H. rewrite PositiveMap.gempty in H. discriminate. Qed.

  Lemma sound_store : forall z h s f k, sound_past k -> (forall n, holds n (restrict z h) s (inside z f)) -> sound_past (store z h s f k).
  Proof.
    intros z h s f k Hk Hn i e H. simpl in H. destruct (Pos.eq_dec i (count k)) as [E|E].
    - subst. rewrite PositiveMap.gss in H. injection H as H. subst. simpl. split; [exact Hn|]. split.
      + intros a Ha x Hx. apply restrict_spec in Ha as [b [E Hb]]. subst. apply inside_spec in Hx as [_ Hx]. exact Hx.
      + intros x Hx. apply inside_spec in Hx as [_ Hx]. exact Hx.
    - rewrite PositiveMap.gso in H by exact E. exact (Hk i e H).
  Qed.

  Definition complete (s : list N) : bool := existsb (fun l => part l s) wins.

  Lemma complete_spec : forall s, complete s = true -> completes s.
  Proof. intros s H. apply existsb_exists in H as [l [Hl H]]. apply part_spec in H. exists l. auto. Qed.

  Definition two (a : list N) : bool := match a with w :: v :: _ => negb (N.eqb w v) | _ => false end.

  Variable turns : list turn.

  Definition closed (r : N -> N) : bool := forallb (fun l => existsb (fun l' => part l' (map r l)) wins) wins.

  Fixpoint tcheck (p : tplan) (k : past) (h0 : list (list N)) (s f : list N) : option (list N * past) :=
    let h := reduce h0 in
    match p with
    | Won z => if complete s && forallb (fun a => existsb (fun w => mem w z) a) h0 then Some (z, k) else None
    | Calm p =>
        match check [] p nothing h with
        | Some (z, _) => if part (squares_of h) f then Some (z, store z h s f k) else None
        | None => None
        end
    | Answers l =>
        match
          (fix all (l : list (N * N * tplan)) (k : past) : option (list (N * list N) * past) :=
             match l with
             | [] => Some ([], k)
             | (m, y, q) :: l =>
                 if mem y f && negb (N.eqb y m) then
                   match tcheck q k (kill y (shrink m h)) (y :: s) (without m f) with
                   | Some (z, k) => match all l k with Some (zs, k) => Some ((m, y :: z) :: zs, k) | None => None end
                   | None => None
                   end
                 else None
             end) l k
        with
        | Some (e :: zs, k) =>
            let z := once (zone_of (e :: zs)) [] in
            if forallb (fun x => existsb (fun e => N.eqb x (fst e) || negb (mem x (snd e))) (e :: zs)) z
            then Some (z, store z h s f k)
            else None
        | _ => None
        end
    | Forced m y q z =>
        if mem y f && negb (N.eqb y m) && mem m f && complete (m :: s) then
          match tcheck q k (kill y (shrink m h)) (y :: s) (without m f) with
          | Some (z1, k) =>
              let z := once (m :: y :: z1 ++ z) [] in
              if forallb (fun a => mem m a || two (inside z a)) h then Some (z, store z h s f k) else None
          | None => None
          end
        else None
    | Again i t =>
        match PositiveMap.find i (memos k), nth_error turns t with
        | Some e, Some t =>
            let r := by_table (there t) in
            let g := rename r (kept e) in
            if proper t && closed r && forallb (fun a => existsb (fun b => part b a) g) h && part (map r (stones e)) s && part (map r (free e)) f
            then Some (map r (zone e), k)
            else None
        | _, _ => None
        end
    end.

  (** What the checker has found: P has won and Q has not; or P keeps Q from all. *)
  Definition found (h : list (list N)) (s f z : list N) : Prop :=
    (completes s /\ forall a, In a h -> exists w, In w a /\ In w z) \/ forall k, holds k (restrict z h) s (inside z f).

  Lemma found_good : forall h s f m y z, mem y f && negb (N.eqb y m) = true ->
    found (kill y (shrink m h)) (y :: s) (without m f) z -> good_answer h s f m y z.
  Proof.
    intros h s f m y z H D. apply andb_prop in H as [Hy Hm]. apply mem_spec in Hy. apply negb_true_iff, N.eqb_neq in Hm.
    split; [exact Hy|]. split; [exact Hm|]. destruct D as [[C W]|D]; [left|right; exact D]. split; [exact C|].
    intros a Ha. destruct (in_dec N.eq_dec y a) as [Y|Y]; [left; exact Y|right].
    destruct (W (without m a)) as [w [Hw Hz]].
    - apply kill_spec. split; [apply shrink_spec; exists a; auto|]. intros G. apply without_spec in G as [G _]. exact (Y G).
    - apply without_spec in Hw as [Hw Hwm]. exists w. auto.
  Qed.

  Lemma all_answered : forall h s f z, (exists x, ~ In [] (shrink x (restrict z h))) ->
    (forall k x, ~ In [] (shrink x (restrict z h)) /\
      exists y, In y (inside z f) /\ y <> x /\ (completes (y :: s) \/ holds k (kill y (shrink x (restrict z h))) (y :: s) (without x (inside z f)))) ->
    forall k, holds k (restrict z h) s (inside z f).
  Proof.
    intros h s f z [x0 H0] H k.
    assert (He : ~ In [] (restrict z h)) by (intros G; apply H0; apply shrink_spec; exists []; auto).
    destruct k as [|k]; (split; [exact He|]); [exact I|]. intros x. destruct (H k x) as [Hx D]. auto.
  Qed.

  Lemma reduced : forall h, above h (reduce h).
  Proof. intros h. assert (A := minimal_above h []). rewrite app_nil_r in A. exact A. Qed.

  Lemma reduce_holds : forall k z h s f, holds k (restrict z (reduce h)) s f -> holds k (restrict z h) s f.
  Proof. intros k z h s f H. exact (holds_above _ _ _ _ _ _ _ (restrict_above z _ _ (reduced h)) (incl_refl _) (incl_refl _) H). Qed.

  Lemma wider_holds : forall k z1 z h s f, incl z1 z -> holds k (restrict z1 h) s (inside z1 f) -> holds k (restrict z h) s (inside z f).
  Proof.
    intros k z1 z h s f Hi H. refine (holds_above _ _ _ _ _ _ _ _ (incl_refl _) _ H).
    - intros b Hb. apply restrict_spec in Hb as [a [E Ha]]. subst. exists (inside z1 a). split; [apply restrict_spec; exists a; auto|].
      intros x Hx. apply inside_spec in Hx as [Hx Hz]. apply inside_spec. auto.
    - intros x Hx. apply inside_spec in Hx as [Hx Hz]. apply inside_spec. auto.
  Qed.

  Theorem tcheck_sound : forall p k h s f z k', sound_past k -> tcheck p k h s f = Some (z, k') -> sound_past k' /\ found h s f z.
  Proof.
    apply (tplan_induction (fun p => forall k h s f z k', sound_past k -> tcheck p k h s f = Some (z, k') -> sound_past k' /\ found h s f z)).
    - intros p k h s f z k' Hk H. simpl in H. destruct (check [] p nothing (reduce h)) as [[z1 o]|] eqn:C; [|discriminate].
      destruct (part (squares_of (reduce h)) f) eqn:F; [|discriminate]. injection H as E1 E2. subst. apply part_spec in F.
      apply check_sound in C as [_ C]; [|exact fine_nothing].
      assert (A : forall k, holds k (restrict z (reduce h)) s (inside z f)).
      { intros n. apply holds_safe; [|exact (C n)]. intros x Hx. apply in_concat in Hx as [b [Hb Hx]].
        apply restrict_spec in Hb as [a [E Ha]]. subst. apply inside_spec in Hx as [Hx Hz]. apply inside_spec. split; [|exact Hz].
        apply F. apply in_concat. exists a. auto. }
      split; [apply sound_store; assumption|]. right. intros n. apply reduce_holds. apply A.
    - intros l Hl k h s f z k' Hk H. simpl in H.
      match type of H with match ?g l k with _ => _ end = _ => set (all := g) in H end.
      assert (A : forall l, Forall (fun e => forall k h s f z k', sound_past k -> tcheck (snd e) k h s f = Some (z, k') -> sound_past k' /\ found h s f z) l ->
        forall k zs k', sound_past k -> all l k = Some (zs, k') ->
        sound_past k' /\ forall e, In e zs -> exists y z, snd e = y :: z /\ good_answer (reduce h) s f (fst e) y z).
      { clear l Hl k k' Hk H z. induction l as [|[[m y] q] l IHl]; intros Hl k zs k' Hk H; simpl in H.
        - injection H as E1 E2. subst. split; [exact Hk|contradiction].
        - destruct (mem y f && negb (N.eqb y m)) eqn:L; [|discriminate].
          destruct (tcheck q k (kill y (shrink m (reduce h))) (y :: s) (without m f)) as [[z1 k1]|] eqn:C; [|discriminate].
          destruct (all l k1) as [[zs1 k2]|] eqn:D; [|discriminate]. injection H as E1 E2. subst.
          inversion Hl as [|? ? Hq Hl']. subst. simpl in Hq. apply Hq in C as [Hk1 F]; [|exact Hk].
          apply (IHl Hl') in D as [Hk2 Ha]; [|exact Hk1]. split; [exact Hk2|].
          intros e [He|He]; [|exact (Ha e He)]. subst e. exists y, z1. split; [reflexivity|]. exact (found_good _ _ _ _ _ _ L F). }
      destruct (all l k) as [[zs k1]|] eqn:E; [|discriminate]. destruct (A l Hl k zs k1 Hk E) as [Hk1 Ha].
      destruct zs as [|e zs]; [discriminate|].
      match type of H with (if ?c then _ else _) = _ => destruct c eqn:F; [|discriminate] end. injection H as E1 E2. subst z k'.
      assert (B : forall n, holds n (restrict (once (zone_of (e :: zs)) []) (reduce h)) s (inside (once (zone_of (e :: zs)) []) f)).
      { assert (Z : forall e', In e' (e :: zs) -> incl (fst e' :: snd e') (once (zone_of (e :: zs)) [])).
        { intros e' He x Hx. apply once_incl. apply in_flat_map. exists e'. auto. }
        assert (W : forall x, exists e', In e' (e :: zs) /\ (x = fst e' \/ ~ In x (snd e'))).
        { intros x. destruct (in_dec N.eq_dec x (once (zone_of (e :: zs)) [])) as [X|X].
          - rewrite forallb_forall in F. specialize (F x X).
            destruct (proj1 (existsb_exists (fun e => N.eqb x (fst e) || negb (mem x (snd e))) (e :: zs)) F) as [e' [He G]].
            exists e'. split; [exact He|].
            apply orb_prop in G as [G|G]; [left; apply N.eqb_eq; exact G|right; apply negb_true_iff in G; apply mem_not; exact G].
          - exists e. split; [left; reflexivity|]. right. intros G. apply X. apply (Z e (or_introl eq_refl)). right. exact G. }
        assert (G : forall n x, ~ In [] (shrink x (restrict (once (zone_of (e :: zs)) []) (reduce h))) /\
          exists y, In y (inside (once (zone_of (e :: zs)) []) f) /\ y <> x /\ (completes (y :: s) \/
            holds n (kill y (shrink x (restrict (once (zone_of (e :: zs)) []) (reduce h)))) (y :: s) (without x (inside (once (zone_of (e :: zs)) []) f)))).
        { intros n x. destruct (W x) as [e' [He D]]. destruct (Ha e' He) as [y [z [Ez Hg]]].
          apply (good_answer_works n (reduce h) s f (fst e') y z); [|rewrite <- Ez; exact D|exact Hg].
          intros w Hw. apply (Z e' He). right. rewrite Ez. exact Hw. }
        apply all_answered; [exists (fst e); exact (proj1 (G O (fst e)))|exact G]. }
      split; [apply sound_store; assumption|]. right. intros n. apply reduce_holds. apply B.
    - intros m y q z0 IH k h s f z k' Hk H. simpl in H.
      destruct (mem y f && negb (N.eqb y m) && mem m f && complete (m :: s)) eqn:L; [|discriminate].
      apply andb_prop in L as [L Lc]. apply andb_prop in L as [L Lm]. apply complete_spec in Lc. apply mem_spec in Lm.
      destruct (tcheck q k (kill y (shrink m (reduce h))) (y :: s) (without m f)) as [[z1 k1]|] eqn:C; [|discriminate].
      apply IH in C as [Hk1 F]; [|exact Hk]. apply (found_good _ _ _ _ _ _ L) in F.
      set (zz := once (m :: y :: z1 ++ z0) []) in *.
      destruct (forallb (fun a => mem m a || two (inside zz a)) (reduce h)) eqn:T; [|discriminate]. injection H as E1 E2. subst z k'.
      assert (Zm : In m zz) by (apply once_incl; left; reflexivity).
      assert (Zi : incl (y :: z1) zz).
      { intros x Hx. apply once_incl. right. destruct Hx as [Hx|Hx]; [left; exact Hx|right; apply in_or_app; left; exact Hx]. }
      assert (G : forall n x, ~ In [] (shrink x (restrict zz (reduce h))) /\
        exists y, In y (inside zz f) /\ y <> x /\ (completes (y :: s) \/ holds n (kill y (shrink x (restrict zz (reduce h)))) (y :: s) (without x (inside zz f)))).
      { intros n x. destruct (N.eq_dec x m) as [X|X].
        - apply (good_answer_works n (reduce h) s f m y z1 zz x Zi (or_introl X) F).
        - split; [|exists m; split; [apply inside_spec; auto|]; split; [auto|left; exact Lc]].
          intros G. apply shrink_spec in G as [b [E Hb]]. apply restrict_spec in Hb as [a [Ea Ha]]. subst b.
          assert (W : exists w, In w (without x (inside zz a))).
          { rewrite forallb_forall in T. specialize (T a Ha). apply orb_prop in T as [T|T].
            - apply mem_spec in T. exists m. apply without_spec. split; [apply inside_spec; auto|exact X].
            - destruct (inside zz a) as [|w [|v r]]; try discriminate. simpl in T. apply negb_true_iff, N.eqb_neq in T.
              destruct (N.eq_dec x w) as [E1|E1].
              + exists v. apply without_spec. split; [right; left; reflexivity|]. intros G. apply T. rewrite <- E1. exact G.
              + exists w. apply without_spec. split; [left; reflexivity|exact E1]. }
          destruct W as [w W]. rewrite E in W. contradiction. }
      assert (B : forall n, holds n (restrict zz (reduce h)) s (inside zz f)) by (apply all_answered; [exists m; exact (proj1 (G O m))|exact G]).
      split; [apply sound_store; assumption|]. right. intros n. apply reduce_holds. apply B.
    - intros i t k h s f z k' Hk H. simpl in H.
      destruct (PositiveMap.find i (memos k)) as [e|] eqn:F; [|discriminate]. destruct (nth_error turns t) as [u|]; [|discriminate].
      match type of H with (if ?c then _ else _) = _ => destruct c eqn:L; [|discriminate] end. injection H as E1 E2. subst.
      apply andb_prop in L as [L L5]. apply andb_prop in L as [L L4]. apply andb_prop in L as [L L3]. apply andb_prop in L as [L1 L2].
      split; [exact Hk|]. right. intros n. apply reduce_holds.
      destruct (Hk i e F) as [Hn [Hz Hf]]. apply part_spec in L4. apply part_spec in L5.
      assert (Hw : forall l, In l wins -> exists l', In l' wins /\ incl l' (map (by_table (there u)) l)).
      { intros l Hl. unfold closed in L2. rewrite forallb_forall in L2. specialize (L2 l Hl). apply existsb_exists in L2 as [l' [Hl' L2]].
        apply part_spec in L2. exists l'. auto. }
      refine (holds_above _ _ _ _ _ _ _ _ L4 _ (holds_rename _ (proper_injective u L1) Hw n _ _ _ (Hn n))).
      + intros b Hb. apply restrict_spec in Hb as [a [Eb Ha]]. subst. rewrite forallb_forall in L3. specialize (L3 a Ha).
        apply existsb_exists in L3 as [c [Hc Hp]]. apply part_spec in Hp. exists c. split; [exact Hc|].
        intros x Hx. apply inside_spec. split; [exact (Hp x Hx)|]. apply in_map_iff in Hc as [d [Ed Hd]]. subst.
        apply in_map_iff in Hx as [w [Ew Hw']]. subst. apply in_map. exact (Hz d Hd w Hw').
      + intros x Hx. apply inside_spec. split; [exact (L5 x Hx)|]. apply in_map_iff in Hx as [w [Ew Hw']]. subst. apply in_map. exact (Hf w Hw').
    - intros z0 k h s f z k' Hk H. simpl in H.
      destruct (complete s && forallb (fun a => existsb (fun w => mem w z0) a) h) eqn:L; [|discriminate]. injection H as E1 E2. subst.
      apply andb_prop in L as [L1 L2]. split; [exact Hk|]. left. split; [exact (complete_spec s L1)|].
      intros a Ha. rewrite forallb_forall in L2. specialize (L2 a Ha). apply existsb_exists in L2 as [w [Hw Hm]]. apply mem_spec in Hm. exists w. auto.
  Qed.
End Threats.

(** * Plans with threats prove values of k in a row. *)

Section Board.
  Variable squares : list nat.
  Variable lines : list N.
  Let g := board_game squares lines.

  Definition winning : list (list N) := map (needs squares 0) lines.

  (** Lines have no squares outside of the board. *)
  Definition on_board : bool := forallb (fun l => N.eqb (fold_right (fun x a => N.setbit a x) 0%N (needs squares 0 l)) l) lines.

  Lemma on_board_spec : on_board = true -> forall l i, In l lines -> N.testbit l i = true -> In i (needs squares 0 l).
  Proof.
    intros H l i Hl Hi. unfold on_board in H. rewrite forallb_forall in H. specialize (H l Hl). apply N.eqb_eq in H.
    rewrite <- H in Hi. revert Hi. generalize (needs squares 0 l). clear.
    induction l as [|x l IH]; intros Hi; cbn [fold_right] in Hi; [rewrite N.bits_0 in Hi; discriminate|].
    rewrite setbit_spec in Hi. apply orb_prop in Hi as [Hi|Hi]; [left; apply N.eqb_eq; exact Hi|right; exact (IH Hi)].
  Qed.

  Lemma completes_line : on_board = true -> forall s stones, (forall y, In y s -> N.testbit stones y = true) -> completes winning s -> has_line lines stones = true.
  Proof.
    intros H s st Hs [a [Ha Hi]]. apply in_map_iff in Ha as [l [E Hl]]. subst. apply has_line_spec. exists l. split; [exact Hl|].
    intros i Hb. apply Hs. apply Hi. exact (on_board_spec H l i Hl Hb).
  Qed.

  Theorem prevents_with_threats : on_board = true -> forall k b h s f, (length (empties squares b) <= k)%nat -> apart b -> above (sets squares lines b) h ->
    (forall y, In y s -> N.testbit (other b) y = true) ->
    (forall y, In y f -> (exists t, y = N.of_nat t /\ In t squares) /\ N.testbit (own b) y = false) ->
    holds winning k h s f -> (value g b <= 0)%Z.
  Proof.
    intros OB. induction k as [|k IH]; intros b h s f Hk Hd Ha Hs Hf Hh;
      (destruct (outcome squares lines b) as [r|] eqn:R;
        [unfold g; rewrite (value_over squares lines b r R); unfold outcome in R; destruct (has_line lines (other b)); [injection R as R; lia|];
         destruct (empties squares b); [injection R as R; lia|discriminate]|]).
    - unfold outcome in R. destruct (has_line lines (other b)); [discriminate|]. destruct (empties squares b); [discriminate|simpl in Hk; lia].
    - unfold g. rewrite (value_ongoing squares lines b R). fold g. apply best_at_most; [lia|]. intros v Hv. apply in_map_iff in Hv as [m [Ev Hm]]. subst v.
      assert (0 <= value g (place b m))%Z; [|lia].
      destruct Hh as [_ Hh]. destruct (Hh (N.of_nat m)) as [Hx D].
      destruct (proj1 (empty_spec squares b m) Hm) as [Hmq [Hmo Hmt]].
      assert (L : has_line lines (other (place b m)) = false).
      { apply not_true_is_false. intros L. apply has_line_spec in L as [l [Hl L]]. simpl in L.
        apply (above_empty _ _ (above_shrink (N.of_nat m) _ _ Ha) Hx). apply shrink_spec. exists (needs squares (own b) l). split.
        - destruct (without (N.of_nat m) (needs squares (own b) l)) as [|z r] eqn:W; [reflexivity|exfalso].
          assert (G : In z (without (N.of_nat m) (needs squares (own b) l))) by (rewrite W; left; reflexivity).
          apply without_spec in G as [G Gm]. apply needs_spec in G as [t [Et [_ [G1 G2]]]].
          apply L in G1. rewrite setbit_spec, G2, orb_false_r in G1. apply N.eqb_eq in G1. contradiction.
        - apply sets_spec. exists l. split; [exact Hl|]. split; [|reflexivity].
          apply bit_disjoint. intros i Hi. apply L in Hi. rewrite setbit_spec in Hi. apply orb_prop in Hi as [Hi|Hi].
          + apply N.eqb_eq in Hi. subst. exact Hmt.
          + exact (disjoint_bit _ _ _ Hd Hi). }
      destruct (outcome squares lines (place b m)) as [r|] eqn:R1.
      { unfold g. rewrite (value_over squares lines _ r R1). unfold outcome in R1. rewrite L in R1. destruct (empties squares (place b m)); [injection R1 as R1; lia|discriminate]. }
      assert (Any : exists t, In t (empties squares (place b m))).
      { unfold outcome in R1. rewrite L in R1. destruct (empties squares (place b m)) as [|t r]; [discriminate|]. exists t. left. reflexivity. }
      assert (Hlb : has_line lines (other b) = false) by (unfold outcome in R; destruct (has_line lines (other b)); [discriminate|reflexivity]).
      assert (Next : forall t h2 s2, In t (empties squares (place b m)) -> above (sets squares lines (place (place b m) t)) h2 ->
        (forall y, In y s2 -> N.testbit (other (place (place b m) t)) y = true) -> holds winning k h2 s2 (without (N.of_nat m) f) ->
        (value g (place (place b m) t) <= 0)%Z).
      { intros t h2 s2 Ht A2 S2 H2. assert (L1 := place_left squares b m Hm). assert (L2 := place_left squares (place b m) t Ht).
        assert (D1 := apart_place squares b m Hd Hm). assert (D2 := apart_place squares _ t D1 Ht).
        apply (IH _ h2 s2 (without (N.of_nat m) f)); [lia|exact D2|exact A2|exact S2| |exact H2].
        intros y Hy. apply without_spec in Hy as [Hy Hym]. destruct (Hf y Hy) as [Q O]. split; [exact Q|].
        simpl. rewrite setbit_spec, O, orb_false_r. apply N.eqb_neq. exact Hym. }
      assert (Alive : forall t, In t (empties squares (place b m)) -> forall a, In a (sets squares lines (place (place b m) t)) ->
        exists c, In c (shrink (N.of_nat m) h) /\ incl c a /\ forall y, N.testbit (other (place (place b m) t)) y = true -> ~ In y c).
      { intros t Ht a Hin. apply sets_spec in Hin as [l [Hl [Hlo E]]]. subst a.
        assert (Hlo' : N.land l (other b) = 0%N).
        { apply bit_disjoint. intros i Hi. apply (disjoint_bit _ _ i Hlo) in Hi. simpl in Hi. rewrite setbit_spec in Hi. apply orb_false_iff in Hi as [_ Hi]. exact Hi. }
        assert (Hin : In (needs squares (own b) l) (sets squares lines b)) by (apply sets_spec; exists l; auto).
        destruct (Ha _ Hin) as [c [Hc Hi]]. exists (without (N.of_nat m) c). split; [apply shrink_spec; exists c; auto|]. split.
        - intros z Hz. apply without_spec in Hz as [Hz Hzm]. apply Hi in Hz. apply needs_spec in Hz as [w [Ew [Hw [H1 H2]]]].
          apply needs_spec. exists w. split; [exact Ew|]. split; [exact Hw|]. split; [exact H1|].
          simpl. rewrite setbit_spec, H2, orb_false_r. apply N.eqb_neq. exact Hzm.
        - intros y Hy G. apply without_spec in G as [G _]. apply Hi in G. apply needs_spec in G as [w [_ [_ [G _]]]].
          rewrite (disjoint_bit _ _ y Hlo G) in Hy. discriminate. }
      assert (More : forall t y, N.testbit (other b) y = true -> N.testbit (other (place (place b m) t)) y = true).
      { intros t y Hy. simpl. rewrite setbit_spec, Hy. apply orb_true_r. }
      destruct D as [[y [Hy [Hym D]]]|D].
      + destruct (Hf y Hy) as [[t [Et Ht]] Hyo].
        assert (K : forall t', In t' (empties squares (place b m)) -> N.testbit (other (place (place b m) t')) y = true ->
          holds winning k (kill y (shrink (N.of_nat m) h)) (y :: s) (without (N.of_nat m) f) -> (value g (place (place b m) t') <= 0)%Z).
        { intros t' Ht' Hyb H2. apply (Next t' (kill y (shrink (N.of_nat m) h)) (y :: s) Ht'); [| |exact H2].
          - intros a Hin. destruct (Alive t' Ht' a Hin) as [c [Hc [Hi Hn]]]. exists c. split; [|exact Hi]. apply kill_spec. split; [exact Hc|exact (Hn y Hyb)].
          - intros z [Hz|Hz]; [subst; exact Hyb|exact (More t' z (Hs z Hz))]. }
        destruct (N.testbit (other b) y) eqn:P.
        * destruct D as [D|D].
          { exfalso. rewrite (completes_line OB (y :: s) (other b)) in Hlb; [discriminate| |exact D].
            intros z [Hz|Hz]; [subst; exact P|exact (Hs z Hz)]. }
          destruct Any as [t' Ht']. pose proof (K t' Ht' (More t' y P) D) as V. pose proof (move_value squares lines (place b m) t' R1 Ht') as M.
          fold g in M. lia.
        * assert (Hte : In t (empties squares (place b m))).
          { apply empty_spec. simpl. rewrite <- Et, setbit_spec, Hyo, orb_false_r. split; [exact Ht|]. split; [exact P|].
            apply N.eqb_neq. intros G. apply Hym. symmetry. exact G. }
          assert (Hyb : N.testbit (other (place (place b m) t)) y = true) by (simpl; rewrite Et, setbit_spec, N.eqb_refl; reflexivity).
          assert (V : (value g (place (place b m) t) <= 0)%Z).
          { destruct D as [D|D]; [|exact (K t Hte Hyb D)].
            unfold g. rewrite (value_over squares lines _ (-1)); [lia|]. unfold outcome.
            rewrite (completes_line OB (y :: s) (other (place (place b m) t))); [reflexivity| |exact D].
            intros z [Hz|Hz]; [subst z; exact Hyb|exact (More t z (Hs z Hz))]. }
          pose proof (move_value squares lines (place b m) t R1 Hte) as M. fold g in M. lia.
      + destruct Any as [t' Ht'].
        assert (V : (value g (place (place b m) t') <= 0)%Z).
        { apply (Next t' (shrink (N.of_nat m) h) s Ht'); [| |exact D].
          - intros a Hin. destruct (Alive t' Ht' a Hin) as [c [Hc [Hi _]]]. exists c. auto.
          - intros z Hz. exact (More t' z (Hs z Hz)). }
        pose proof (move_value squares lines (place b m) t' R1 Ht') as M. fold g in M. lia.
  Qed.

  Variable turns : list turn.

  Definition their (b : board) : list N := map N.of_nat (filter (fun t => N.testbit (other b) (N.of_nat t)) squares).

  (** The plan of the side that is not to move. *)
  Definition threats_accept (p : tplan) (b : board) : bool :=
    on_board && N.eqb (N.land (own b) (other b)) 0 &&
    match tcheck winning turns p no_past (sets squares lines b) (their b) (map N.of_nat (empties squares b)) with
    | Some _ => true
    | None => false
    end.

  Theorem threats_sound : forall p b, threats_accept p b = true -> (value g b <= 0)%Z.
  Proof.
    intros p b H. unfold threats_accept in H.
    destruct (tcheck winning turns p no_past (sets squares lines b) (their b) (map N.of_nat (empties squares b))) as [[z k]|] eqn:E; [|rewrite andb_false_r in H; discriminate].
    apply andb_prop in H as [H _]. apply andb_prop in H as [OB Hd]. apply N.eqb_eq in Hd.
    assert (Ht : forall y, In y (their b) -> N.testbit (other b) y = true).
    { intros y Hy. apply in_map_iff in Hy as [t [Et Hy]]. subst. apply filter_In in Hy as [_ Hy]. exact Hy. }
    apply tcheck_sound in E as [_ [[C _]|K]]; [| |exact (sound_no_past winning)].
    - unfold g. rewrite (value_over squares lines b (-1)); [lia|]. unfold outcome. rewrite (completes_line OB (their b) (other b) Ht C). reflexivity.
    - apply (prevents_with_threats OB (length (empties squares b)) b (restrict z (sets squares lines b)) (their b) (inside z (map N.of_nat (empties squares b))));
        [lia|exact Hd|apply restricted|exact Ht| |exact (K _)].
      intros y Hy. apply inside_spec in Hy as [Hy _]. apply in_map_iff in Hy as [t [Et Hy]]. subst. apply empty_spec in Hy as [H1 [H2 _]].
      split; [exists t; auto|exact H2].
  Qed.

  (** The plan of the side to move: a move, and a plan after it. *)
  Definition move_threats_accept (m : nat) (p : tplan) (b : board) : bool :=
    match outcome squares lines b with
    | None => existsb (Nat.eqb m) (empties squares b) && threats_accept p (place b m)
    | Some _ => false
    end.

  Theorem move_threats_sound : forall m p b, move_threats_accept m p b = true -> (0 <= value g b)%Z.
  Proof.
    intros m p b H. unfold move_threats_accept in H. destruct (outcome squares lines b) eqn:R; [discriminate|].
    apply andb_prop in H as [Hm H]. apply existsb_exists in Hm as [x [Hin E]]. apply Nat.eqb_eq in E. subst x.
    apply threats_sound in H. pose proof (move_value squares lines b m R Hin) as M. fold g in M. lia.
  Qed.
End Board.
