import { formatBytes } from '#i18n/format-number.ts'
import type { DataNode } from '#lib/data-tree/data-node.ts'
import { hexFromBytes } from '#lib/payload.ts'
import { Tag } from '../tag.tsx'
import { VerbatimPieces } from '../verbatim-pieces.tsx'
import classes from './data-tree.module.css'
import { m } from './messages.ts'

const TEXT_SHOWN = 300
const BYTES_SHOWN = 32

/** A value on one line; what holds others says how many. */
export function TreeValue({ node }: { readonly node: DataNode }) {
  switch (node.kind) {
    case 'map':
      return <span className={classes['count']}>{m.entries(node.entries.length)}</span>
    case 'list':
      return <span className={classes['count']}>{m.items(node.items.length)}</span>
    case 'text':
      return (
        <bdi className={classes['text']}>
          "<VerbatimPieces text={node.text} limit={TEXT_SHOWN} />"
        </bdi>
      )
    case 'number':
      return (
        <span className={classes['number']}>
          <VerbatimPieces text={node.text} limit={TEXT_SHOWN} />
        </span>
      )
    case 'word':
      return <span className={classes['word']}>{node.text}</span>
    case 'bytes':
      return (
        <span className={classes['number']}>
          {hexFromBytes(node.bytes.subarray(0, BYTES_SHOWN), ' ')}
          {node.bytes.length > BYTES_SHOWN && '…'}{' '}
          <span className={classes['count']}>{formatBytes(node.bytes.length)}</span>
        </span>
      )
    case 'tagged':
      return (
        <>
          <Tag>{node.tag}</Tag> <TreeValue node={node.inner} />
        </>
      )
  }
}
