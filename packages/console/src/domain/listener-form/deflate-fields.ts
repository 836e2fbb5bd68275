import type { Field, Option } from '#kit/form/field.ts'
import { listenerForm as m } from './messages.ts'

const path = (name: string) => `websocket.deflate_opts.${name}`
const compresses = [{ path: 'websocket.compress', is: [true] }]

const select = (name: string, label: string, options: readonly Option[], known?: string): Field => ({
  kind: 'select',
  path: path(name),
  label,
  options,
  isAdvanced: true,
  when: compresses,
  ...(known === undefined ? { isOmittedEmpty: true } : { default: known }),
})

const contexts = [
  { value: 'takeover', label: m.takeover },
  { value: 'no_takeover', label: m.noTakeover },
]

const windowBits = (name: string, label: string): Field => ({
  kind: 'number',
  path: path(name),
  label,
  min: 8,
  max: 15,
  unit: m.bits,
  default: 15,
  isAdvanced: true,
  when: compresses,
})

/** The fields for the compression of frames, shown once compression is on. */
export const deflateFields: readonly Field[] = [
  {
    kind: 'toggle',
    path: 'websocket.compress',
    label: m.compress,
    note: m.compressNote,
    default: false,
    isAdvanced: true,
  },
  select('level', m.level, [
    { value: 'none', label: m.levelNone },
    { value: 'default', label: m.levelDefault },
    { value: 'best_compression', label: m.levelBest },
    { value: 'best_speed', label: m.levelFast },
  ]),
  {
    kind: 'number',
    path: path('mem_level'),
    label: m.memLevel,
    min: 1,
    max: 9,
    default: 8,
    isAdvanced: true,
    when: compresses,
  },
  select(
    'strategy',
    m.strategy,
    [
      { value: 'default', label: m.levelDefault },
      { value: 'filtered', label: m.filtered },
      { value: 'huffman_only', label: m.huffman },
      { value: 'rle', label: m.rle },
    ],
    'default',
  ),
  select('server_context_takeover', m.serverTakeover, contexts, 'takeover'),
  select('client_context_takeover', m.clientTakeover, contexts, 'takeover'),
  windowBits('server_max_window_bits', m.serverBits),
  windowBits('client_max_window_bits', m.clientBits),
]
