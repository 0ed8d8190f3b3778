(** A checker of strategies for larger games. It remembers positions that it has found good (a position comes up on
    many ways), and where a policy, which is a rule that names a move, answers the other side, it plays the policy
    against all moves. Nothing is assumed of policies: the checker makes their moves by the rules of the game. *)

From Coq Require Import List ZArith Bool Lia FMapPositive.
From Oxo Require Import Game.
Import ListNotations.
Open Scope Z_scope.

Section Known.
  Variable g : game.

  (** Positions are kept under a key. Two positions may have the same key; then one of them is forgotten. *)
  Variable key : pos g -> positive.
  Variable same : pos g -> pos g -> bool.
  Hypothesis same_eq : forall p q, same p q = true -> p = q.

  (** A policy has a text, and a memory that it carries along the moves. [answer a s p m q] is the answer to the
      move m, which leads from p to q. *)
  Variables text memory : Type.
  Variable begin : text -> pos g -> memory.
  Variable answer : text -> memory -> pos g -> move g -> pos g -> move g * memory.

  (** What the side whose strategy it is needs: 1 for a win, 0 for a draw. *)
  Variable v : Z.
  Hypothesis v_most : v <= 1.

  Definition known := PositiveMap.t (pos g).

  Definition is_known (k : known) (p : pos g) : bool :=
    match PositiveMap.find (key p) k with
    | Some q => same p q
    | None => false
    end.

  Definition learn (k : known) (p : pos g) : known := PositiveMap.add (key p) p k.

  (** A step for each of some moves. *)
  Fixpoint each (f : known -> move g -> option known) (l : list (move g)) (k : known) : option known :=
    match l with
    | [] => Some k
    | m :: l => match f k m with Some k => each f l k | None => None end
    end.

  (** The policy answers the move m, if the game goes on. *)
  Definition reply (next : memory -> known -> pos g -> option known) (a : text) (s : memory) (p : pos g)
      (k : known) (m : move g) : option known :=
    let q := play g p m in
    match result g q with
    | Some r => if v <=? r then Some k else None
    | None =>
        let (x, s) := answer a s p m q in
        if existsb (move_eqb g x) (moves g q) then next s k (play g q x) else None
    end.

  (** The policy against all moves, with the other side to move. *)
  Fixpoint policy (n : nat) (a : text) (s : memory) (k : known) (p : pos g) : option known :=
    match n with
    | O => None
    | S n =>
        if is_known k p then Some k else
        match result g p with
        | Some r => if r <=? - v then Some k else None
        | None =>
            match each (reply (policy n a) a s p) (moves g p) k with
            | Some k => Some (learn k p)
            | None => None
            end
        end
    end.

  (** A strategy: [End] where the game is over, [Mine m t] where its side plays m, [Seen] where the other side is to
      move in a position that is known, and [Replies a l] where the other side moves: for each of its moves, in their order, l
      has a strategy, or [None] where the policy a answers. Beyond the end of l the policy answers too. What a policy has
      led to is forgotten after its node: it would fill the memory. *)
  Inductive tree :=
  | End
  | Mine (m : move g) (t : tree)
  | Seen
  | Replies (a : text) (l : list (option tree)).

  Fixpoint check (t : tree) (mine : bool) (k : known) (p : pos g) : option known :=
    match t, result g p with
    | End, Some r => if (if mine then v <=? r else r <=? - v) then Some k else None
    | Mine m t, None => if mine && existsb (move_eqb g m) (moves g p) then check t false k (play g p m) else None
    | Seen, None => if negb mine && is_known k p then Some k else None
    | Replies a l, None =>
        if mine then None else
        if is_known k p then Some k else
        let s := begin a p in
        let by_policy := reply (policy (left g p) a) a s p in
        match
          (fix all (l : list (option tree)) (ms : list (move g)) (k o : known) : option known :=
             match l, ms with
             | [], _ => match each by_policy ms o with Some _ => Some k | None => None end
             | Some t :: l, m :: ms => match check t true k (play g p m) with Some k => all l ms k o | None => None end
             | None :: l, m :: ms => match by_policy o m with Some o => all l ms k o | None => None end
             | _, _ => None
             end) l (moves g p) k k
        with
        | Some k => Some (learn k p)
        | None => None
        end
    | _, _ => None
    end.

  (** All that is kept is good: the other side, which is to move, does not get more than - v. *)
  Definition good (k : known) : Prop := forall i q, PositiveMap.find i k = Some q -> value g q <= - v.

  Lemma good_empty : good (PositiveMap.empty _).
  Proof. intros i q H. rewrite PositiveMap.gempty in H. discriminate. Qed.

  Lemma good_known : forall k p, good k -> is_known k p = true -> value g p <= - v.
  Proof.
    intros k p Hk H. unfold is_known in H. destruct (PositiveMap.find (key p) k) as [q|] eqn:E; [|discriminate].
    apply same_eq in H. subst. exact (Hk _ _ E).
  Qed.

  Lemma good_learn : forall k p, good k -> value g p <= - v -> good (learn k p).
  Proof.
    intros k p Hk Hp i q H. unfold learn in H. destruct (Pos.eq_dec i (key p)) as [E|E].
    - subst. rewrite PositiveMap.gss in H. injection H as H. subst. exact Hp.
    - rewrite PositiveMap.gso in H by exact E. exact (Hk _ _ H).
  Qed.

  Lemma each_sound : forall (f : known -> move g -> option known) (holds : move g -> Prop) l,
    (forall k m k', In m l -> good k -> f k m = Some k' -> good k' /\ holds m) ->
    forall k k', good k -> each f l k = Some k' -> good k' /\ forall m, In m l -> holds m.
  Proof.
    intros f holds. induction l as [|m l IH]; intros Hf k k' Hk H; simpl in H.
    - injection H as H. subst. split; [exact Hk|contradiction].
    - destruct (f k m) as [k1|] eqn:E; [|discriminate].
      destruct (Hf k m k1 (or_introl eq_refl) Hk E) as [Hk1 Hm].
      destruct (IH (fun k m k' Hin => Hf k m k' (or_intror Hin)) k1 k' Hk1 H) as [Hk' Hl].
      split; [exact Hk'|]. intros x [Hx|Hx]; [subst; exact Hm|exact (Hl x Hx)].
  Qed.

  (** It is enough that after each move of the other side this side gets v. *)
  Lemma all_replies : forall p, result g p = None -> (forall m, In m (moves g p) -> v <= value g (play g p m)) -> value g p <= - v.
  Proof.
    intros p R H. rewrite value_is_minimax, R. apply best_at_most; [lia|].
    intros x Hx. apply in_map_iff in Hx as [m [Hx Hin]]. apply H in Hin. lia.
  Qed.

  (** One move of this side is enough. *)
  Lemma one_move : forall p m, result g p = None -> existsb (move_eqb g m) (moves g p) = true ->
    value g (play g p m) <= - v -> v <= value g p.
  Proof.
    intros p m R Hm H. apply existsb_exists in Hm as [x [Hin Hx]]. apply (move_eqb_eq g) in Hx. subst x.
    rewrite value_is_minimax, R.
    assert (- value g (play g p m) <= best (map (fun m => - value g (play g p m)) (moves g p))); [|lia].
    apply best_at_least. apply in_map_iff. exists m. split; [reflexivity|exact Hin].
  Qed.

  Lemma reply_sound : forall next a s p k m k', good k ->
    (forall s k q k', good k -> next s k q = Some k' -> good k' /\ value g q <= - v) ->
    reply next a s p k m = Some k' -> good k' /\ v <= value g (play g p m).
  Proof.
    intros next a s p k m k' Hk Hnext H. unfold reply in H.
    destruct (result g (play g p m)) as [r|] eqn:R.
    - destruct (v <=? r) eqn:E; [|discriminate]. injection H as H. subst. split; [exact Hk|].
      rewrite value_is_minimax, R. apply Z.leb_le in E. exact E.
    - destruct (answer a s p m (play g p m)) as [x s'].
      destruct (existsb (move_eqb g x) (moves g (play g p m))) eqn:L; [|discriminate].
      destruct (Hnext _ _ _ _ Hk H) as [Hk' Hv]. split; [exact Hk'|]. exact (one_move _ x R L Hv).
  Qed.

  Lemma policy_sound : forall n a s k p k', good k -> policy n a s k p = Some k' -> good k' /\ value g p <= - v.
  Proof.
    induction n as [|n IH]; intros a s k p k' Hk H; simpl in H; [discriminate|].
    destruct (is_known k p) eqn:K.
    - injection H as H. subst. split; [exact Hk|exact (good_known _ _ Hk K)].
    - destruct (result g p) as [r|] eqn:R.
      + destruct (r <=? - v) eqn:E; [|discriminate]. injection H as H. subst. split; [exact Hk|].
        rewrite value_is_minimax, R. apply Z.leb_le in E. exact E.
      + destruct (each (reply (policy n a) a s p) (moves g p) k) as [k1|] eqn:E; [|discriminate].
        injection H as H. subst.
        destruct (each_sound _ (fun m => v <= value g (play g p m)) (moves g p)
          (fun k m k' _ Hk => reply_sound _ _ _ _ _ _ _ Hk (IH a)) k k1 Hk E) as [Hk1 Hall].
        assert (Hp : value g p <= - v) by (apply all_replies; assumption).
        split; [exact (good_learn _ _ Hk1 Hp)|exact Hp].
  Qed.

  (** The checker is sound. *)
  Theorem check_sound : forall n t mine k p k', (left g p <= n)%nat -> good k -> check t mine k p = Some k' ->
    good k' /\ if mine then v <= value g p else value g p <= - v.
  Proof.
    induction n as [|n IH]; intros t mine k p k' Hn Hk H; destruct t as [|m t| |a l]; simpl in H;
      destruct (result g p) as [r|] eqn:R; try discriminate.
    1, 5: destruct mine;
      [destruct (v <=? r) eqn:E|destruct (r <=? - v) eqn:E]; try discriminate;
      injection H as H; subst; (split; [exact Hk|]); rewrite value_is_minimax, R; apply Z.leb_le in E; exact E.
    - rewrite (no_moves_at_zero g p) in H by lia. rewrite andb_false_r in H. discriminate.
    - destruct mine; [discriminate|]. destruct (is_known k p) eqn:K; [|discriminate].
      injection H as H. subst. split; [exact Hk|exact (good_known _ _ Hk K)].
    - destruct mine; [discriminate|]. destruct (is_known k p) eqn:K.
      + injection H as H. subst. split; [exact Hk|exact (good_known _ _ Hk K)].
      + rewrite (no_moves_at_zero g p) in H by lia. destruct l as [|[t|] l]; try discriminate.
        simpl in H. injection H as H. subst.
        assert (Hp : value g p <= - v).
        { apply all_replies; [exact R|]. rewrite (no_moves_at_zero g p) by lia. contradiction. }
        split; [exact (good_learn _ _ Hk Hp)|exact Hp].
    - destruct (mine && existsb (move_eqb g m) (moves g p)) eqn:L; [|discriminate].
      apply andb_prop in L as [Hm L]. subst.
      assert (Hl : (left g (play g p m) < left g p)%nat).
      { apply existsb_exists in L as [x [Hin Hx]]. apply (move_eqb_eq g) in Hx. subst x. exact (play_left g p m Hin). }
      apply IH in H; [|lia|exact Hk]. destruct H as [Hk' Hv]. split; [exact Hk'|exact (one_move _ m R L Hv)].
    - destruct mine; [discriminate|]. destruct (is_known k p) eqn:K; [|discriminate].
      injection H as H. subst. split; [exact Hk|exact (good_known _ _ Hk K)].
    - destruct mine; [discriminate|]. destruct (is_known k p) eqn:K.
      { injection H as H. subst. split; [exact Hk|exact (good_known _ _ Hk K)]. }
      match type of H with match ?all l (moves g p) k k with _ => _ end = _ => set (walk := all) in H end.
      destruct (walk l (moves g p) k k) as [k1|] eqn:E; [|discriminate]. injection H as H. subst k'.
      assert (A : forall l ms k o k1, (forall m, In m ms -> In m (moves g p)) -> good k -> good o -> walk l ms k o = Some k1 ->
        good k1 /\ forall m, In m ms -> v <= value g (play g p m)).
      { clear l k k1 Hk K E. induction l as [|x l IHl]; intros ms k o k1 Hms Hk Ho E.
        - change (match each (reply (policy (left g p) a) a (begin a p) p) ms o with Some _ => Some k | None => None end = Some k1) in E.
          destruct (each (reply (policy (left g p) a) a (begin a p) p) ms o) as [o1|] eqn:D; [|discriminate E].
          injection E as E. subst k1.
          apply each_sound with (holds := fun m => v <= value g (play g p m)) in D; [| |exact Ho].
          + destruct D as [_ D]. split; [exact Hk|exact D].
          + intros k0 m0 k2 _ Hk0 H0. exact (reply_sound _ _ _ _ _ _ _ Hk0 (policy_sound (left g p) a) H0).
        - destruct x as [t|]; destruct ms as [|m ms]; simpl in E; try discriminate.
          + destruct (check t true k (play g p m)) as [k2|] eqn:E2; [|discriminate].
            assert (Hl := play_left g p m (Hms m (or_introl eq_refl))).
            apply IH in E2; [|lia|exact Hk]. destruct E2 as [Hk2 Hm].
            destruct (IHl ms k2 o k1 (fun y Hy => Hms y (or_intror Hy)) Hk2 Ho E) as [Hk1 Hall].
            split; [exact Hk1|]. intros y [Hy|Hy]; [subst; exact Hm|exact (Hall y Hy)].
          + destruct (reply (policy (left g p) a) a (begin a p) p o m) as [o2|] eqn:E2; [|discriminate].
            apply (reply_sound _ _ _ _ _ _ _ Ho (policy_sound (left g p) a)) in E2. destruct E2 as [Ho2 Hm].
            destruct (IHl ms k o2 k1 (fun y Hy => Hms y (or_intror Hy)) Hk Ho2 E) as [Hk1 Hall].
            split; [exact Hk1|]. intros y [Hy|Hy]; [subst; exact Hm|exact (Hall y Hy)]. }
      destruct (A l (moves g p) k k k1 (fun m Hm => Hm) Hk Hk E) as [Hk1 Hall].
      assert (Hp : value g p <= - v) by (apply all_replies; assumption).
      split; [exact (good_learn _ _ Hk1 Hp)|exact Hp].
  Qed.

  (** Whether the checker accepts a strategy, with nothing known before. *)
  Definition accepts (t : tree) (mine : bool) (p : pos g) : bool :=
    match check t mine (PositiveMap.empty _) p with Some _ => true | None => false end.

  Theorem accepts_sound : forall t mine p, accepts t mine p = true -> if mine then v <= value g p else value g p <= - v.
  Proof.
    intros t mine p H. unfold accepts in H. destruct (check t mine (PositiveMap.empty _) p) as [k|] eqn:E; [|discriminate].
    apply (check_sound (left g p)) in E; [exact (proj2 E)|lia|exact good_empty].
  Qed.
End Known.

Arguments End {g text}.
Arguments Mine {g text} m t.
Arguments Seen {g text}.
Arguments Replies {g text} a l.
