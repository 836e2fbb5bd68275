import { formatList } from '#i18n/format-list.ts'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import { Status } from '#ui/status.tsx'
import { Tag } from '#ui/tag.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { promotion as m } from '../messages/promote.ts'
import classes from './promote.module.css'
import {
  type Plan,
  planAsCurl,
  planAsHocon,
  requestOf,
  type Step,
  secretKey,
  type Typed,
} from './promotion-plan.ts'

interface RequestPlanProps {
  readonly plan: Plan
  readonly here: string
  readonly there: string
  /** Chosen and not in the plan. */
  readonly left: number
}

/** The requests in their order, what is to be known of them, and the same for a shell or an import. */
export function RequestPlan({ plan, here, there, left }: RequestPlanProps) {
  const { steps, missing, differing } = plan
  return (
    <>
      <p>{m.intro(there, here)}</p>
      {left > 0 && <p className={classes['note']}>{m.notPlanned(left)}</p>}
      <ol className={classes['steps']} aria-label={m.steps}>
        {steps.map((step) => (
          <li key={`${step.kind} ${step.id}`}>
            <span className={classes['step']}>
              <Tag tone={step.deed === 'create' ? 'ok' : 'warn'}>
                {step.deed === 'create' ? m.create : m.change}
              </Tag>
              <code>{`${requestOf(step).method} ${visibleText(requestOf(step).path, 200)}`}</code>
              {step.deed === 'create' && <Verbatim text={step.id} mono wrap />}
            </span>
            {step.neededBy !== undefined && (
              <span className={classes['note']}>{m.neededBy(visibleText(step.neededBy, 80))}</span>
            )}
            {step.removed.length > 0 && (
              <Status kind="warn" wraps>
                {m.removed(visibleText(formatList(step.removed), 300))}
              </Status>
            )}
            {step.kept.length > 0 && (
              <span className={classes['note']}>{m.kept(visibleText(formatList(step.kept), 300))}</span>
            )}
          </li>
        ))}
      </ol>
      {missing.map(({ neededBy, id }) => (
        <Status key={`${neededBy} ${id}`} kind="bad" wraps>
          {m.missing(visibleText(neededBy, 80), visibleText(id, 80))}
        </Status>
      ))}
      {differing.map(({ neededBy, id }) => (
        <Status key={`${neededBy} ${id}`} kind="warn" wraps>
          {m.differing(visibleText(neededBy, 80), visibleText(id, 80))}
        </Status>
      ))}
      <p className={classes['note']}>{m.filesNote}</p>
      <div className={classes['file']}>
        <Button
          size="small"
          disabledReason={steps.length === 0 ? m.whyNothing : undefined}
          onClick={() => saveFile('promotion.sh', planAsCurl(plan), 'text/x-shellscript')}
        >
          {m.curl}
        </Button>
        <Button
          size="small"
          disabledReason={steps.length === 0 ? m.whyNothing : undefined}
          onClick={() => saveFile('promotion.hocon', planAsHocon(plan), 'text/plain')}
        >
          {m.hocon}
        </Button>
      </div>
    </>
  )
}

interface SecretsProps {
  readonly steps: readonly Step[]
  readonly typed: Typed
  readonly onChange: (typed: Typed) => void
}

/** What the other side does not give. */
export function Secrets({ steps, typed, onChange }: SecretsProps) {
  const asked = steps.flatMap((step) =>
    step.toType.map((path) => ({
      key: secretKey(step, path),
      label: m.secretFor(visibleText(path, 120), visibleText(step.id, 80)),
    })),
  )
  if (asked.length === 0) return null
  return (
    <section aria-label={m.secretsToType} className={classes['fields']}>
      <h3 className={classes['subtitle']}>{m.secretsToType}</h3>
      <p className={classes['note']}>{m.secretsHint}</p>
      {asked.map(({ key, label }) => (
        <LabelledField key={key} label={label}>
          {(control) => (
            <PasswordBox
              {...control}
              label={label}
              autoComplete="new-password"
              value={typed.get(key) ?? ''}
              onChange={(text) => onChange(new Map([...typed, [key, text]]))}
            />
          )}
        </LabelledField>
      ))}
    </section>
  )
}
