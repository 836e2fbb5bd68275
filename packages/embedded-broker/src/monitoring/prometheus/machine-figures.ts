import { freemem, totalmem } from 'node:os'
import { type FigureGroup, kinds, plain } from './figure-group.ts'
import type { FigureSource } from './figure-source.ts'

const twoDigits = (value: number): number => Math.round(value * 100) / 100

/** The machine, the same for all nodes. Nothing of Erlang's is here: no mailbox has a message, no scheduler a queue. */
export function machineFigures(source: FigureSource): FigureGroup {
  return {
    key: 'metrics',
    kinds: kinds('gauge', [
      'emqx_vm_cpu_use',
      'emqx_vm_cpu_idle',
      'emqx_vm_run_queue',
      'emqx_vm_process_messages_in_queues',
      'emqx_vm_total_memory',
      'emqx_vm_used_memory',
      'emqx_vm_mnesia_tm_mailbox_size',
      'emqx_vm_broker_pool_max_mailbox_size',
    ]),
    across: 'each',
    rows() {
      const use = source.cpuUse()
      return plain({
        emqx_vm_cpu_use: twoDigits(use),
        emqx_vm_cpu_idle: twoDigits(100 - use),
        emqx_vm_run_queue: 0,
        emqx_vm_process_messages_in_queues: 0,
        emqx_vm_total_memory: totalmem(),
        emqx_vm_used_memory: totalmem() - freemem(),
        emqx_vm_mnesia_tm_mailbox_size: 0,
        emqx_vm_broker_pool_max_mailbox_size: 0,
      })
    },
  }
}
