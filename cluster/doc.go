// Package cluster shares work among machines. A hub holds a [Run] for each task: a
// proof, a tournament or a list of boards. It puts jobs into a queue; workers take
// them, and their answers return through a second queue. Hub and workers are
// connected by a transport with two small interfaces: [Office] on the hub's side and
// [Desk] on the worker's. Package cluster/jetstream implements it over a network;
// [NewLocal] works within a process.
//
// A queue delivers each job at least once: to one worker at a time, and to another if
// that one is silent for a lease. An answer counts once, since it belongs to a job by
// name. An accepted answer is stored before it is removed from the queue. So whatever
// dies, nothing is lost, and nothing is counted twice.
package cluster
