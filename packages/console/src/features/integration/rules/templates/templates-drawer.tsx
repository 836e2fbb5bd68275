import { useState } from 'react'
import {
  templateDrawer as m,
  templates,
  templateTexts,
  templateTitles,
} from '#features/integration/rules/messages/rule-templates.ts'
import { DrawerShell } from '#kit/dialogs/drawer-shell.tsx'
import { Button } from '#ui/button.tsx'
import { CommandText } from '#ui/command-text.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { Fold } from '#ui/fold.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type RuleTemplate, ruleTemplates } from './rule-templates.ts'
import classes from './templates-drawer.module.css'

interface TemplatesDrawerProps {
  /** Receives undefined if no template was chosen. */
  readonly onAnswer: (chosen: RuleTemplate | undefined) => void
}

/** Lists statements to start from, searchable by purpose or content, each with its input and output. */
export function TemplatesDrawer({ onAnswer }: TemplatesDrawerProps) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = ruleTemplates.filter(({ id, sql }) => {
    const text = `${templateTitles[id]} ${templateTexts[id]} ${sql}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <DrawerShell title={templates.title} isOpen size={660} onClose={() => onAnswer(undefined)}>
      <TextBox
        aria-label={m.search}
        placeholder={m.search}
        value={search}
        onChange={setSearch}
        data-autofocus
      />
      {found.length === 0 && <EmptyState title={m.nothing} />}
      <ul className={classes['list']} aria-label={templates.title}>
        {found.map((template) => (
          <li key={template.id}>
            <Fold title={templateTitles[template.id]}>
              <Preview template={template} onUse={() => onAnswer(template)} />
            </Fold>
          </li>
        ))}
      </ul>
    </DrawerShell>
  )
}

function Preview({ template, onUse }: { readonly template: RuleTemplate; readonly onUse: () => void }) {
  const { id, sql, sample, gives } = template
  return (
    <div className={classes['preview']}>
      <p>{templateTexts[id]}</p>
      <CommandText label={m.statement} text={sql} />
      <h3 className={classes['head']}>{m.sampleIn}</h3>
      <CommandText label={m.sampleIn} text={JSON.stringify(sample, null, 2)} />
      <h3 className={classes['head']}>{m.sampleOut}</h3>
      <CommandText label={m.sampleOut} text={JSON.stringify(gives, null, 2)} />
      <div>
        <Button variant="primary" onClick={onUse}>
          {m.use}
        </Button>
      </div>
    </div>
  )
}
