// Package cluster shares work among machines. A hub holds what is to be found out: a
// [Run] each, a proof, a tournament or a list of boards. It puts jobs into a queue; workers
// take them, and their answers come back through another. Between the hub and its
// workers is a transport: [Office] on the hub's side and [Desk] on the worker's, a few
// methods each. Package cluster/jetstream has it over a network; [Local] is one within a
// process.
//
// A queue delivers each job at least once: to one worker at a time, and to another when that
// one has been silent for a lease. An answer counts once, since it belongs to a job by
// name. What is accepted is kept before it is taken from the queue, so whatever dies,
// nothing is lost, and nothing is counted twice.
package cluster
