import { formatPath, untagged } from '#lib/data-tree/data-path.ts'
import { printData } from '#lib/data-tree/print-data.ts'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Verbatim } from '../verbatim.tsx'
import classes from './data-tree.module.css'
import { m } from './messages.ts'
import type { PathAction } from './path-action.ts'
import type { ValueRow } from './tree-rows.ts'

interface TreeFooterProps {
  readonly row: ValueRow
  readonly action: PathAction | undefined
}

/** The place where one stands, and what can be done with it. */
export function TreeFooter({ row: { path, node }, action }: TreeFooterProps) {
  const place = formatPath(path)
  return (
    <div className={classes['footer']}>
      <span className={classes['path']}>
        <Verbatim text={place} mono />
      </span>
      <CopyButton name={m.path} text={place} />
      <span className={classes['tools']}>
        {action !== undefined && (action.isFor?.(node) ?? true) && (
          <Button size="small" onClick={() => action.onSelect(path, node)}>
            {action.label}
          </Button>
        )}
        {m.valueHead}
        <CopyButton
          name={m.value}
          text={() => {
            const inner = untagged(node)
            return inner.kind === 'text' ? inner.text : printData(node)
          }}
        />
      </span>
    </div>
  )
}
