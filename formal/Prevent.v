(** k in a row: a plan of Plan.v proves that a side does not lose. And lemma 4, strategy stealing: from the empty board the side to
    move does not lose. *)

From Coq Require Import List ZArith NArith Bool Lia.
From Oxo Require Import Game Rows Sets Plan.
Import ListNotations.

Section Prevent.
  Variable squares : list nat.
  Variable lines : list N.
  Let g := board_game squares lines.

  Definition needs (taken line : N) : list N :=
    map N.of_nat (filter (fun s => N.testbit line (N.of_nat s) && negb (N.testbit taken (N.of_nat s))) squares).

  (** What the side to move still needs of each line in which the other side has no stone. *)
  Definition sets (b : board) : list (list N) :=
    map (needs (own b)) (filter (fun l => N.eqb (N.land l (other b)) 0) lines).

  Definition apart (b : board) : Prop := N.land (own b) (other b) = 0%N.

  Lemma needs_spec : forall taken line x, In x (needs taken line) <->
    exists s, x = N.of_nat s /\ In s squares /\ N.testbit line x = true /\ N.testbit taken x = false.
  Proof.
    intros taken line x. unfold needs. rewrite in_map_iff. split.
    - intros [s [E H]]. apply filter_In in H as [Hs H]. apply andb_prop in H as [H1 H2]. apply negb_true_iff in H2.
      subst. exists s. auto.
    - intros [s [E [Hs [H1 H2]]]]. exists s. split; [auto|]. apply filter_In. split; [exact Hs|]. subst. rewrite H1, H2. reflexivity.
  Qed.

  Lemma sets_spec : forall b a, In a (sets b) <-> exists l, In l lines /\ N.land l (other b) = 0%N /\ a = needs (own b) l.
  Proof.
    intros b a. unfold sets. rewrite in_map_iff. split.
    - intros [l [E H]]. apply filter_In in H as [Hl H]. apply N.eqb_eq in H. exists l. auto.
    - intros [l [Hl [H E]]]. exists l. split; [auto|]. apply filter_In. split; [exact Hl|]. apply N.eqb_eq. exact H.
  Qed.

  Lemma disjoint_bit : forall a b i, N.land a b = 0%N -> N.testbit a i = true -> N.testbit b i = false.
  Proof.
    intros a b i H Ha. assert (E : N.testbit (N.land a b) i = false) by (rewrite H; apply N.bits_0).
    rewrite N.land_spec, Ha in E. exact E.
  Qed.

  Lemma bit_disjoint : forall a b, (forall i, N.testbit a i = true -> N.testbit b i = false) -> N.land a b = 0%N.
  Proof.
    intros a b H. apply N.bits_inj. intros i. rewrite N.land_spec, N.bits_0.
    destruct (N.testbit a i) eqn:E; [rewrite (H i E); reflexivity|reflexivity].
  Qed.

  Lemma setbit_spec : forall a m i, N.testbit (N.setbit a m) i = orb (N.eqb m i) (N.testbit a i).
  Proof. intros. rewrite N.setbit_eqb. reflexivity. Qed.

  Lemma empty_spec : forall b s, In s (empties squares b) <->
    In s squares /\ N.testbit (own b) (N.of_nat s) = false /\ N.testbit (other b) (N.of_nat s) = false.
  Proof.
    intros b s. unfold empties. rewrite filter_In. unfold empty. rewrite negb_true_iff, N.lor_spec, orb_false_iff. reflexivity.
  Qed.

  Lemma has_line_spec : forall stones, has_line lines stones = true <-> exists l, In l lines /\ forall i, N.testbit l i = true -> N.testbit stones i = true.
  Proof.
    intros stones. unfold has_line. rewrite existsb_exists. split; intros [l [Hl H]]; exists l; (split; [exact Hl|]).
    - intros i Hi. apply N.eqb_eq in H. rewrite <- H, N.land_spec in Hi. apply andb_prop in Hi as [Hi _]. exact Hi.
    - apply N.eqb_eq. apply N.bits_inj. intros i. rewrite N.land_spec.
      destruct (N.testbit l i) eqn:E; [rewrite (H i E); reflexivity|apply andb_false_r].
  Qed.

  Lemma apart_place : forall b s, apart b -> In s (empties squares b) -> apart (place b s).
  Proof.
    intros b s H Hs. apply empty_spec in Hs as [_ [_ Hs]]. unfold apart in *. simpl. apply bit_disjoint. intros i Hi.
    rewrite setbit_spec. apply orb_false_iff. split.
    - apply N.eqb_neq. intros E. subst. rewrite Hs in Hi. discriminate.
    - apply (disjoint_bit (other b)); [rewrite N.land_comm; exact H|exact Hi].
  Qed.

  Lemma value_ongoing : forall b, outcome squares lines b = None ->
    value g b = best (map (fun m => - value g (place b m))%Z (empties squares b)).
  Proof. intros b H. rewrite value_is_minimax. simpl. rewrite H. reflexivity. Qed.

  Lemma value_over : forall b r, outcome squares lines b = Some r -> value g b = r.
  Proof. intros b r H. rewrite value_is_minimax. simpl. rewrite H. reflexivity. Qed.

  Lemma move_value : forall b s, outcome squares lines b = None -> In s (empties squares b) -> (- value g (place b s) <= value g b)%Z.
  Proof.
    intros b s H Hs. rewrite (value_ongoing b H). apply best_at_least. apply in_map_iff. exists s. auto.
  Qed.

  (** If the other side can keep the side to move from all sets, the side to move does not win. *)
  Theorem prevents : forall k b, (length (empties squares b) <= k)%nat -> apart b -> safe k (sets b) -> (value g b <= 0)%Z.
  Proof.
    induction k as [|k IH]; intros b Hk Hd Hs.
    - destruct (outcome squares lines b) as [r|] eqn:R.
      + rewrite (value_over b r R). unfold outcome in R. destruct (has_line lines (other b)); [injection R as R; lia|].
        destruct (empties squares b); [injection R as R; lia|discriminate].
      + unfold outcome in R. destruct (has_line lines (other b)); [discriminate|]. destruct (empties squares b); [discriminate|simpl in Hk; lia].
    - destruct (outcome squares lines b) as [r|] eqn:R.
      { rewrite (value_over b r R). unfold outcome in R. destruct (has_line lines (other b)); [injection R as R; lia|].
        destruct (empties squares b); [injection R as R; lia|discriminate]. }
      rewrite (value_ongoing b R). apply best_at_most; [lia|]. intros v Hv. apply in_map_iff in Hv as [m [Ev Hm]]. subst v.
      assert (0 <= value g (place b m))%Z; [|lia].
      destruct Hs as [_ Hs]. destruct (Hs (N.of_nat m)) as [y Hy].
      assert (Hm' := proj1 (empty_spec b m) Hm). destruct Hm' as [Hmq [Hmo Hmt]].
      assert (L : has_line lines (other (place b m)) = false).
      { apply not_true_is_false. intros L. apply has_line_spec in L as [l [Hl L]]. simpl in L.
        assert (E : without (N.of_nat m) (needs (own b) l) = []).
        { destruct (without (N.of_nat m) (needs (own b) l)) as [|z r] eqn:W; [reflexivity|exfalso].
          assert (G : In z (without (N.of_nat m) (needs (own b) l))) by (rewrite W; left; reflexivity).
          apply without_spec in G as [G Gm]. apply needs_spec in G as [s [Es [_ [G1 G2]]]].
          apply L in G1. rewrite setbit_spec, G2, orb_false_r in G1. apply N.eqb_eq in G1. contradiction. }
        assert (N0 : ~ In [] (kill y (shrink (N.of_nat m) (sets b)))) by (destruct k; exact (proj1 Hy)).
        apply N0. apply kill_spec. split; [|auto]. apply shrink_spec. exists (needs (own b) l). split; [exact E|].
        apply sets_spec. exists l. split; [exact Hl|]. split; [|reflexivity].
        apply bit_disjoint. intros i Hi. apply L in Hi. rewrite setbit_spec in Hi. apply orb_prop in Hi as [Hi|Hi].
        - apply N.eqb_eq in Hi. subst. exact Hmt.
        - exact (disjoint_bit _ _ _ Hd Hi). }
      destruct (outcome squares lines (place b m)) as [r|] eqn:R1.
      { rewrite (value_over _ r R1). unfold outcome in R1. rewrite L in R1. destruct (empties squares (place b m)); [injection R1 as R1; lia|discriminate]. }
      assert (A : exists s, In s (empties squares (place b m)) /\ (y = N.of_nat s \/ forall t, y = N.of_nat t -> ~ In t (empties squares (place b m)))).
      { destruct (in_dec Nat.eq_dec (N.to_nat y) (empties squares (place b m))) as [Y|Y].
        - exists (N.to_nat y). rewrite N2Nat.id. auto.
        - unfold outcome in R1. rewrite L in R1. destruct (empties squares (place b m)) as [|s r] eqn:E; [discriminate|].
          exists s. split; [left; reflexivity|]. right. intros t Et. subst. rewrite Nat2N.id in Y. exact Y. }
      destruct A as [s [Hin Hys]].
      assert (V : (value g (place (place b m) s) <= 0)%Z).
      { assert (L1 := place_left squares b m Hm). assert (L2 := place_left squares (place b m) s Hin).
        assert (D1 := apart_place b m Hd Hm). assert (D2 := apart_place _ s D1 Hin).
        apply IH; [lia|exact D2|]. apply safe_above with (2 := Hy).
        intros a Ha. apply sets_spec in Ha as [l [Hl [Hlo E]]]. subst a. simpl in Hlo.
        assert (Hlo' : N.land l (other b) = 0%N).
        { apply bit_disjoint. intros i Hi. apply (disjoint_bit _ _ i Hlo) in Hi. rewrite setbit_spec in Hi. apply orb_false_iff in Hi as [_ Hi]. exact Hi. }
        assert (Hsl : N.testbit l (N.of_nat s) = false).
        { destruct (N.testbit l (N.of_nat s)) eqn:E; [|reflexivity]. apply (disjoint_bit _ _ _ Hlo) in E.
          rewrite setbit_spec, N.eqb_refl in E. discriminate. }
        assert (I : incl (without (N.of_nat m) (needs (own b) l)) (needs (own (place (place b m) s)) l)).
        { intros z Hz. apply without_spec in Hz as [Hz Hzm]. apply needs_spec in Hz as [t [Et [Ht [H1 H2]]]].
          apply needs_spec. exists t. split; [exact Et|]. split; [exact Ht|]. split; [exact H1|].
          simpl. rewrite setbit_spec, H2, orb_false_r. apply N.eqb_neq. exact Hzm. }
        exists (without (N.of_nat m) (needs (own b) l)). split; [|exact I].
        apply kill_spec. split.
        - apply shrink_spec. exists (needs (own b) l). split; [reflexivity|]. apply sets_spec. exists l. auto.
        - intros Hyin. apply without_spec in Hyin as [Hyin Hym]. apply needs_spec in Hyin as [t [Et [Ht [H1 H2]]]].
          destruct Hys as [Hys|Hys].
          + rewrite Hys, Hsl in H1. discriminate.
          + apply (Hys t Et). apply empty_spec. split; [exact Ht|]. simpl. split.
            * rewrite <- Et. exact (disjoint_bit _ _ _ Hlo' H1).
            * rewrite <- Et, setbit_spec, H2, orb_false_r. apply N.eqb_neq. exact Hym. }
      pose proof (move_value (place b m) s R1 Hin). lia.
  Qed.

  Variable turns : list turn.

  (** The plan of the side that is not to move. *)
  Definition plan_accepts (p : plan) (b : board) : bool := N.eqb (N.land (own b) (other b)) 0 && keeps turns p (sets b).

  Theorem plan_sound : forall p b, plan_accepts p b = true -> (value g b <= 0)%Z.
  Proof.
    intros p b H. unfold plan_accepts in H. apply andb_prop in H as [Hd H]. apply N.eqb_eq in Hd.
    apply (prevents (length (empties squares b))); [lia|exact Hd|]. exact (keeps_sound turns p (sets b) H _).
  Qed.

  (** The plan of the side to move: a move, and a plan after it. *)
  Definition move_plan_accepts (m : nat) (p : plan) (b : board) : bool :=
    match outcome squares lines b with
    | None => existsb (Nat.eqb m) (empties squares b) && plan_accepts p (place b m)
    | Some _ => false
    end.

  Theorem move_plan_sound : forall m p b, move_plan_accepts m p b = true -> (0 <= value g b)%Z.
  Proof.
    intros m p b H. unfold move_plan_accepts in H. destruct (outcome squares lines b) eqn:R; [discriminate|].
    apply andb_prop in H as [Hm H]. apply existsb_exists in Hm as [x [Hin E]]. apply Nat.eqb_eq in E. subst x.
    apply plan_sound in H. pose proof (move_value b m R Hin). lia.
  Qed.

  (** * Lemma 4: strategy stealing. *)

  (** The same board with one stone more of the side that is not to move, and of the side to move. *)
  Definition more_other (b : board) (e : nat) : board := {| own := own b; other := N.setbit (other b) (N.of_nat e) |}.
  Definition more_own (b : board) (e : nat) : board := {| own := N.setbit (own b) (N.of_nat e); other := other b |}.

  Lemma has_line_more : forall a e, has_line lines a = true -> has_line lines (N.setbit a e) = true.
  Proof.
    intros a e H. apply has_line_spec in H as [l [Hl H]]. apply has_line_spec. exists l. split; [exact Hl|].
    intros i Hi. rewrite setbit_spec, (H i Hi). apply orb_true_r.
  Qed.

  Lemma empties_more_other : forall b e s, In s (empties squares (more_other b e)) <-> In s (empties squares b) /\ s <> e.
  Proof.
    intros b e s. rewrite !empty_spec. simpl. rewrite setbit_spec, orb_false_iff, N.eqb_neq. split.
    - intros [H1 [H2 [H3 H4]]]. split; [auto|]. intros E. subst. apply H3. reflexivity.
    - intros [[H1 [H2 H3]] H4]. split; [exact H1|]. split; [exact H2|]. split; [|exact H3]. intros E. apply H4. apply Nat2N.inj. auto.
  Qed.

  Lemma empties_more_own : forall b e s, In s (empties squares (more_own b e)) <-> In s (empties squares b) /\ s <> e.
  Proof.
    intros b e s. rewrite !empty_spec. simpl. rewrite setbit_spec, orb_false_iff, N.eqb_neq. split.
    - intros [H1 [[H3 H4] H2]]. split; [auto|]. intros E. subst. apply H3. reflexivity.
    - intros [[H1 [H2 H3]] H4]. split; [exact H1|]. split; [|exact H3]. split; [|exact H2]. intros E. apply H4. apply Nat2N.inj. auto.
  Qed.

  Lemma setbit_swap : forall a i j, N.setbit (N.setbit a i) j = N.setbit (N.setbit a j) i.
  Proof. intros. apply N.bits_inj. intros k. rewrite !setbit_spec. destruct (N.eqb i k), (N.eqb j k), (N.testbit a k); reflexivity. Qed.

  Lemma ongoing : forall b, outcome squares lines b = None <-> has_line lines (other b) = false /\ empties squares b <> [].
  Proof.
    intros b. unfold outcome. destruct (has_line lines (other b)); destruct (empties squares b); split; try discriminate; try (intros [H1 H2]; try discriminate; try congruence); auto.
    intros _. split; [reflexivity|discriminate].
  Qed.

  (** A stone more does no harm. *)
  Lemma more : forall n b e, (length (empties squares b) <= n)%nat -> In e (empties squares b) ->
    (value g (more_other b e) <= value g b)%Z
    /\ (has_line lines (N.setbit (own b) (N.of_nat e)) = false -> (value g b <= value g (more_own b e))%Z).
  Proof.
    induction n as [|n IH]; intros b e Hn He; [destruct (empties squares b); [contradiction|simpl in Hn; lia]|].
    assert (B := board_bounded squares lines). fold g in B.
    split.
    - (* the side to move has the stone against it *)
      destruct (has_line lines (N.setbit (other b) (N.of_nat e))) eqn:L.
      { rewrite (value_over (more_other b e) (-1)); [apply (B b)|]. unfold outcome. simpl. rewrite L. reflexivity. }
      assert (Lb : has_line lines (other b) = false).
      { apply not_true_is_false. intros G. apply (has_line_more _ (N.of_nat e)) in G. rewrite L in G. discriminate. }
      assert (R : outcome squares lines b = None) by (apply ongoing; split; [exact Lb|intros G; rewrite G in He; contradiction]).
      destruct (outcome squares lines (more_other b e)) as [r|] eqn:R'.
      + rewrite (value_over _ r R').
        assert (r = 0%Z) by (unfold outcome in R'; simpl in R'; rewrite L in R'; destruct (empties squares (more_other b e)); [injection R' as R'; lia|discriminate]).
        subst r. pose proof (move_value b e R He) as M.
        (* the last square is e: the side to move fills it, and has not lost *)
        assert (E1 : empties squares (place b e) = []).
        { destruct (empties squares (place b e)) as [|s r] eqn:E; [reflexivity|exfalso].
          assert (Hs : In s (empties squares (place b e))) by (rewrite E; left; reflexivity).
          assert (Hs' : In s (empties squares (more_other b e))).
          { apply empty_spec in Hs as [H1 [H2 H3]]. simpl in H2, H3. rewrite setbit_spec in H3. apply orb_false_iff in H3 as [H3 H4].
            apply empty_spec. simpl. rewrite setbit_spec, H3, H4, H2. auto. }
          unfold outcome in R'. simpl in R'. rewrite L in R'. destruct (empties squares (more_other b e)); [contradiction|discriminate]. }
        assert (value g (place b e) <= 0)%Z; [|lia].
        destruct (outcome squares lines (place b e)) as [q|] eqn:Q.
        * rewrite (value_over _ q Q). unfold outcome in Q. rewrite E1 in Q. destruct (has_line lines (other (place b e))); injection Q as Q; lia.
        * apply ongoing in Q as [_ Q]. rewrite E1 in Q. contradiction.
      + rewrite (value_ongoing _ R'). apply best_at_most; [apply (B b)|].
        intros v Hv. apply in_map_iff in Hv as [m [Ev Hm]]. subst v. apply empties_more_other in Hm as [Hm Hme].
        pose proof (move_value b m R Hm) as M.
        assert (Lm := place_left squares b m Hm).
        assert (He' : In e (empties squares (place b m))).
        { apply empty_spec in He as [H1 [H2 H3]]. apply empty_spec. simpl. rewrite setbit_spec, H2, H3, orb_false_r.
          split; [exact H1|]. split; [reflexivity|]. apply N.eqb_neq. intros G. apply Hme. apply Nat2N.inj. exact G. }
        destruct (IH (place b m) e ltac:(lia) He') as [_ I].
        assert (Ep : place (more_other b e) m = more_own (place b m) e) by reflexivity.
        rewrite Ep. simpl in I. specialize (I L). lia.
    - (* the side to move has the stone *)
      intros L. destruct (has_line lines (other b)) eqn:Lo.
      { rewrite (value_over b (-1)); [apply (B (more_own b e))|]. unfold outcome. rewrite Lo. reflexivity. }
      assert (R : outcome squares lines b = None) by (apply ongoing; split; [exact Lo|intros G; rewrite G in He; contradiction]).
      rewrite (value_ongoing b R). apply best_at_most; [apply (B (more_own b e))|].
      intros v Hv. apply in_map_iff in Hv as [m [Ev Hm]]. subst v.
      assert (Lm := place_left squares b m Hm).
      destruct (Nat.eq_dec m e) as [E|E].
      + subst m. destruct (empties squares (more_own b e)) as [|f r] eqn:F.
        * rewrite (value_over (more_own b e) 0); [|unfold outcome; simpl; rewrite Lo, F; reflexivity].
          assert (0 <= value g (place b e))%Z; [|lia].
          assert (E1 : empties squares (place b e) = []).
          { destruct (empties squares (place b e)) as [|s r] eqn:Q; [reflexivity|exfalso].
            assert (Hs : In s (empties squares (place b e))) by (rewrite Q; left; reflexivity).
            assert (Hs' : In s (empties squares (more_own b e))).
            { apply empty_spec in Hs as [H1 [H2 H3]]. simpl in H2, H3. apply empty_spec. simpl. auto. }
            rewrite F in Hs'. contradiction. }
          rewrite (value_over (place b e) 0); [lia|]. unfold outcome. simpl. rewrite L, E1. reflexivity.
        * assert (Hf : In f (empties squares (more_own b e))) by (rewrite F; left; reflexivity).
          assert (R' : outcome squares lines (more_own b e) = None) by (apply ongoing; split; [exact Lo|rewrite F; discriminate]).
          pose proof (move_value _ f R' Hf) as M.
          assert (Hf' : In f (empties squares (place b e))).
          { apply empty_spec in Hf as [H1 [H2 H3]]. simpl in H2, H3. apply empty_spec. simpl. auto. }
          destruct (IH (place b e) f ltac:(lia) Hf') as [I _].
          assert (Ep : place (more_own b e) f = more_other (place b e) f) by reflexivity.
          rewrite Ep in M. lia.
      + assert (Hm' : In m (empties squares (more_own b e))) by (apply empties_more_own; auto).
        assert (R' : outcome squares lines (more_own b e) = None) by (apply ongoing; split; [exact Lo|intros G; rewrite G in Hm'; contradiction]).
        pose proof (move_value _ m R' Hm') as M.
        assert (He' : In e (empties squares (place b m))).
        { apply empty_spec in He as [H1 [H2 H3]]. apply empty_spec. simpl. rewrite setbit_spec, H2, H3, orb_false_r.
          split; [exact H1|]. split; [reflexivity|]. apply N.eqb_neq. intros G. apply E. apply Nat2N.inj. exact G. }
        destruct (IH (place b m) e ltac:(lia) He') as [I _].
        assert (Ep : place (more_own b e) m = more_other (place b m) e).
        { unfold place, more_own, more_other. simpl. f_equal. apply setbit_swap. }
        rewrite Ep in M. lia.
  Qed.

  (** From the empty board the side to move does not lose, if the game has not ended there. *)
  Theorem stealing : outcome squares lines start = None -> (0 <= value g start)%Z.
  Proof.
    intros R. destruct (empties squares start) as [|e l] eqn:E; [apply ongoing in R as [_ R]; contradiction|].
    assert (He : In e (empties squares start)) by (rewrite E; left; reflexivity).
    pose proof (move_value start e R He) as M.
    destruct (more _ start e (le_n _) He) as [I _].
    assert (Ep : place start e = more_other start e) by reflexivity. rewrite Ep in M. lia.
  Qed.
End Prevent.
