// Package jetstream is the transport of a cluster over NATS JetStream: a server within the
// hub's process, or servers that exist.
//
//	stream OXO_JOBS       oxo.job.RUN.JOB       a work queue; one message for each job at a time
//	stream OXO_ANSWERS    oxo.answer.letter     a work queue that the hub empties
//	bucket oxo            order., answer., ...  what the hub keeps; oxo-large has what is large
//	calls of workers      oxo.call.NAME.VERB    join, take, answer, ...
//	orders                oxo.order.NAME.VERB   submit, stop, ...
//	replies to them       oxo.inbox.NAME.>
//	what workers share    oxo.tell
//
// The hub alone uses JetStream. A message is on the disk when it is acknowledged: the embedded
// server calls fsync for each. The streams have limits of age, size and number, so that no fault fills a disk.
//
// NAME is the public key of a client, which proves that it has the private one, or its user
// on servers that exist. Nobody may call, give orders or hear replies by another name.
package jetstream
