// Package jetstream is the transport of a cluster over NATS JetStream: a server within the
// hub's process, or servers that exist.
//
//	stream OXO_JOBS       oxo.job.RUN.JOB      a work queue; one message for each job at a time
//	stream OXO_ANSWERS    oxo.answer.RUN.JOB   a work queue that the hub empties
//	bucket oxo            order., answer., ... what the hub keeps; oxo-large has what is large
//	requests              oxo.call.VERB        join, beat, submit, ...
//
// A message is on the disk when it is acknowledged: the embedded server calls fsync for
// each. Workers may take jobs, answer and call, and nothing else: their user has no right
// to what is kept. The streams have limits of age, size and number, so that no fault fills a disk.
package jetstream
