import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { ReactNode } from 'react'
import { ruleForm as m } from '#features/integration/rules/messages/rule-form.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { Link } from '#kit/page/link.tsx'
import type { Address } from '#routes/routes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './rule-form.module.css'

interface FlowItemProps {
  readonly kind: ReactNode
  /** The name that the broker uses; an end without a name shows its kind. */
  readonly name: string | undefined
  readonly words: {
    readonly edit: string
    readonly remove: string
    readonly removeTitle: string
    readonly removeBody: string
  }
  /** The page of the end, if there is one; it opens in a new tab so that the input in this form stays. */
  readonly to?: Address | undefined
  readonly lockedReason: string | undefined
  readonly whyNotRemove?: string | undefined
  readonly onEdit?: () => void
  readonly onRemove: () => void
}

/** Shows one end of a rule: a source of its messages, or a target of its results. */
export function FlowItem(props: FlowItemProps) {
  const { kind, name, to, words, lockedReason, whyNotRemove, onEdit, onRemove } = props
  const remove = async () => {
    const { removeTitle: title, removeBody: body } = words
    if (await confirm({ title, body, action: m.remove, interrupts: 'nothing' })) onRemove()
  }
  return (
    <li className={classes['item']}>
      <span className={classes['what']}>
        <span className={name === undefined ? undefined : classes['kind']}>{kind}</span>
        {name !== undefined && (
          <span className={classes['name']}>
            {to === undefined ? (
              <Verbatim text={name} mono />
            ) : (
              <Link to={to} target="_blank" rel="opener">
                <Verbatim text={name} mono />
              </Link>
            )}
          </span>
        )}
      </span>
      {onEdit !== undefined && (
        <IconButton label={words.edit} disabledReason={lockedReason} onClick={onEdit}>
          <IconPencil size={16} stroke={1.5} />
        </IconButton>
      )}
      <IconButton
        label={words.remove}
        disabledReason={lockedReason ?? whyNotRemove}
        onClick={() => void remove()}
      >
        <IconTrash size={16} stroke={1.5} />
      </IconButton>
    </li>
  )
}
