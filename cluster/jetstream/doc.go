// Package jetstream is the transport of a cluster over NATS JetStream: a server within the
// hub's process, or external servers.
//
//	stream OXO_JOBS       oxo.job.RUN.JOB       a work queue; one message for each job at a time
//	stream OXO_ANSWERS    oxo.answer.letter     a work queue that the hub empties
//	bucket oxo            order., answer., ...  what the hub keeps; large values are in oxo-large
//	calls of workers      oxo.call.NAME.VERB    join, take, answer, ...
//	orders                oxo.order.NAME.VERB   submit, stop, ...
//	replies to them       oxo.inbox.NAME.>
//	what workers share    oxo.tell
//
// Only the hub uses JetStream. A message is on the disk when it is acknowledged: the embedded
// server calls fsync for each. The streams have limits of age, size and number, so that no
// fault fills a disk.
//
// NAME is the public key of a client, which proves that it has the private key; on external
// servers it is the client's user. Nobody may call, give orders or receive replies by another
// name.
package jetstream
