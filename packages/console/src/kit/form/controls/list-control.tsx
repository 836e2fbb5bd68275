import { use } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import type { ListField } from '#kit/form/field.ts'
import { useFieldState } from '#kit/form/form-store.ts'
import { TemplateHelpContext } from '#kit/form/template-colours.ts'
import { controls as m } from '#kit/messages/form.ts'
import { Button } from '#ui/button.tsx'
import { CellBox } from './cell-box.tsx'
import { type ControlProps, groupAttributes, readValue } from './control-props.ts'
import { RowList } from './row-list.tsx'

/** Edits a list of texts, each in its own control. Several pasted lines become several items. */
export function ListControl(props: ControlProps<ListField>) {
  const { field, name, place, isDisabled } = props
  const { value, change } = useFieldState(name)
  const items = readValue.texts(value)
  const { columns } = use(TemplateHelpContext)
  const missing =
    field.isOfColumns === true ? listWholeColumns(columns).filter((one) => !items.includes(one)) : []
  return (
    <div {...groupAttributes(props)}>
      <RowList
        count={items.length}
        addLabel={m.addNamed(field.itemLabel)}
        isDisabled={isDisabled}
        onAdd={() => change([...items, ''])}
        onRemove={(at) => change(items.toSpliced(at, 1))}
        row={(at, next) => (
          <CellBox
            name={`${place}.${at}`}
            label={m.inRow(field.itemLabel, at + 1)}
            inputMode={field.of === 'number' ? 'numeric' : 'text'}
            value={items[at] ?? ''}
            isDisabled={isDisabled}
            onNext={next}
            onChange={(text) => change(items.with(at, text))}
            onPaste={(event) => {
              const lines = event.clipboardData
                .getData('text')
                .split(/\r?\n/)
                .filter((line) => line.trim() !== '')
              if (isDisabled || lines.length < 2) return
              event.preventDefault()
              change(items.toSpliced(at, items[at] === '' ? 1 : 0, ...lines.map((line) => line.trim())))
            }}
          />
        )}
      />
      {missing.length > 0 && (
        <Button
          size="small"
          variant="quiet"
          disabledReason={isDisabled ? '' : undefined}
          onClick={() => change([...items.filter((one) => one !== ''), ...missing])}
        >
          {m.addColumns(missing.length, formatNumber(missing.length))}
        </Button>
      )}
    </div>
  )
}

/** Returns the top-level columns, without the paths inside them. */
const listWholeColumns = (columns: readonly string[]) => columns.filter((column) => !column.includes('.'))
