import { whyClosed } from '#api/query.ts'
import { leftOut, promotionPlan as planned } from '#compare/messages.ts'
import { mostSteps, type Plan, type Step, secretKey, type TypedSecrets } from '#compare/promotion-plan.ts'
import { findWriteRequest } from '#compare/promotion-requests.ts'
import { kindFacts, type Live, listStepFacts } from '#compare/step-facts.ts'
import { promotion as m } from '#features/system/messages/promote.ts'
import { formatList } from '#i18n/sentences.ts'
import { saveFile } from '#lib/save-file.ts'
import { visibleText } from '#lib/visible-text.ts'
import { Button } from '#ui/button.tsx'
import { LabelledField } from '#ui/labelled-field.tsx'
import { Tag } from '#ui/marks.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import classes from './promote.module.css'
import { planAsCurl, planAsHocon } from './promotion-files.ts'

/** The maximum number of lines about needed objects; the plan itself names the other objects. */
const mostNotes = 50

interface RequestPlanProps {
  readonly plan: Plan
  readonly here: string
  readonly there: string
  readonly live: Live
}

/** Shows the requests in their order with remarks, and exports them for a shell or for an import. */
export function RequestPlan({ plan, here, there, live }: RequestPlanProps) {
  const { steps, missing, differing } = plan
  const disabledReason = whyClosed('export') ?? (steps.length === 0 ? m.whyNothing : undefined)
  const moreNotes = [missing, differing].reduce((sum, all) => sum + Math.max(0, all.length - mostNotes), 0)
  return (
    <>
      <p>{m.intro(there, here)}</p>
      <LeftOut plan={plan} />
      <ol className={classes['steps']} aria-label={m.steps}>
        {steps.slice(0, mostSteps).map((step) => (
          <PlannedStep key={`${step.deed} ${step.kind} ${step.id}`} step={step} live={live} />
        ))}
      </ol>
      {missing.slice(0, mostNotes).map(({ neededBy, id }) => (
        <Status key={`${neededBy} ${id}`} kind="bad" wraps>
          {planned.missing(visibleText(neededBy, 80), visibleText(id, 80))}
        </Status>
      ))}
      {differing.slice(0, mostNotes).map(({ neededBy, id }) => (
        <Status key={`${neededBy} ${id}`} kind="warn" wraps>
          {planned.differing(visibleText(neededBy, 80), visibleText(id, 80))}
        </Status>
      ))}
      {moreNotes > 0 && <p className={classes['note']}>{m.moreNotes(moreNotes)}</p>}
      <div>
        {[...kindFacts(plan), planned.filesNote].map((text) => (
          <p key={text} className={classes['note']}>
            {text}
          </p>
        ))}
      </div>
      <div className={classes['file']}>
        <Button
          size="small"
          disabledReason={disabledReason}
          onClick={() => saveFile('promotion.sh', planAsCurl(plan), 'text/x-shellscript')}
        >
          {m.curl}
        </Button>
        <Button
          size="small"
          disabledReason={disabledReason}
          onClick={() => saveFile('promotion.hocon', planAsHocon(plan), 'text/plain')}
        >
          {m.hocon}
        </Button>
      </div>
    </>
  )
}

/** Lists the chosen objects for which nothing is sent, with the reason. */
function LeftOut({ plan: { left } }: Pick<RequestPlanProps, 'plan'>) {
  const count = left.filter(({ reason }) => reason === 'nothing').length
  const others = left.flatMap(({ reason, id }) =>
    reason === 'nothing' ? [] : [{ id, text: leftOut[reason] }],
  )
  return (
    <>
      {count > 0 && <p className={classes['note']}>{m.notPlanned(count)}</p>}
      {[...new Set(others.map(({ text }) => text))].map((text) => {
        const names = others.filter((one) => one.text === text).map(({ id }) => id)
        return (
          <Status key={text} kind="warn" wraps>
            {planned.leftOut(visibleText(formatList(names), 300), text)}
          </Status>
        )
      })}
    </>
  )
}

function PlannedStep({ step, live }: { readonly step: Step; readonly live: Live }) {
  const { kind, id, deed, neededBy, removed, kept, files } = step
  const { method, path } = findWriteRequest(step)
  const isNamed = deed === 'create' || kind === 'settings' || kind === 'retained'
  return (
    <li>
      <span className={classes['step']}>
        <Tag tone={deed === 'create' ? 'ok' : 'warn'}>{planned[deed]}</Tag>
        <code>{`${method} ${visibleText(path, 200)}`}</code>
        {isNamed && <Verbatim text={id} mono wrap />}
      </span>
      {neededBy !== undefined && (
        <span className={classes['note']}>{planned.neededBy(visibleText(neededBy, 80))}</span>
      )}
      {listStepFacts(step, live).map(({ text, cuts }) =>
        cuts ? (
          <Status key={text} kind="warn" wraps>
            {text}
          </Status>
        ) : (
          <span key={text} className={classes['note']}>
            {text}
          </span>
        ),
      )}
      {removed.length > 0 && (
        <Status kind="warn" wraps>
          {planned.removed(visibleText(formatList(removed), 300))}
        </Status>
      )}
      {kept.length > 0 && (
        <span className={classes['note']}>{planned.kept(visibleText(formatList(kept), 300))}</span>
      )}
      {files.length > 0 && (
        <Status kind="warn" wraps>
          {planned.filesNamed(visibleText(formatList(files), 300))}
        </Status>
      )}
    </li>
  )
}

interface SecretsProps {
  readonly steps: readonly Step[]
  readonly typed: TypedSecrets
  readonly onChange: (typed: TypedSecrets) => void
}

/** Asks for the secrets that the other side does not reveal. */
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
