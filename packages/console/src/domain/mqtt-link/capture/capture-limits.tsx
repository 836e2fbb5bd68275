import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { capture as m } from '#domain/mqtt-link/messages.ts'
import { Button } from '#ui/button.tsx'
import { TextBox } from '#ui/field-box.tsx'
import { LabelledField, UnitLabel } from '#ui/labelled-field.tsx'
import { Popover } from '#ui/overlays.tsx'
import { StatusShape } from '#ui/status.tsx'
import classes from './capture.module.css'
import { type CaptureDraft, type LimitField, limitFault, limitFields, readLimits } from './capture-draft.ts'
import { limitsInWords } from './limits-in-words.ts'

interface CaptureLimitsProps {
  readonly draft: CaptureDraft
  readonly onChange: (change: Partial<CaptureDraft>) => void
}

const words: Readonly<
  Record<LimitField, { readonly label: string; readonly unit: string; readonly help?: string }>
> = {
  seconds: { label: m.seconds, unit: m.secondsUnit },
  perSecond: { label: m.perSecond, unit: m.perSecondUnit, help: m.perSecondHelp },
  megabytes: { label: m.megabytes, unit: m.megabytesUnit },
}

/** The limits of a capture, which are always visible; there is no capture without them. */
export function CaptureLimits({ draft, onChange }: CaptureLimitsProps) {
  const limits = readLimits(draft)
  return (
    <Popover
      label={m.limits}
      align="end"
      trigger={(trigger) => (
        <Button size="small" tooltip={m.limits} {...trigger}>
          {limits === undefined ? (
            <>
              <StatusShape kind="bad" coloured />
              {m.limits}
            </>
          ) : (
            limitsInWords(limits)
          )}
          <IconChevronDown size={12} stroke={1.5} aria-hidden />
        </Button>
      )}
    >
      {() => (
        <div className={classes['limits']}>
          {limitFields.map((field) => {
            const { label, unit, help } = words[field]
            return (
              <LabelledField key={field} label={label} fault={limitFault(draft, field)} help={help}>
                {(control) => (
                  <TextBox
                    {...control}
                    inputMode="numeric"
                    value={draft[field]}
                    onChange={(text) => onChange({ [field]: text.trim() })}
                    end={<UnitLabel>{unit}</UnitLabel>}
                  />
                )}
              </LabelledField>
            )
          })}
        </div>
      )}
    </Popover>
  )
}
