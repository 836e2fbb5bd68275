import { type ComponentPropsWithoutRef, useState } from 'react'
import classes from './field-box.module.css'
import { TextBox, type TextBoxProps } from './field-box.tsx'
import { ui as m } from './messages.ts'

interface PasswordBoxProps extends Omit<TextBoxProps, 'type' | 'isCode' | 'end'> {
  /** The name of the secret, for the button that shows it. */
  readonly label: string
}

/** An input for a secret, which is hidden until the user shows it. */
export function PasswordBox({ label, ...rest }: PasswordBoxProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextBox
      {...rest}
      type={isShown ? 'text' : 'password'}
      isCode
      end={
        <UnitButton
          aria-label={isShown ? m.hideNamed(label) : m.showNamed(label)}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? m.hide : m.show}
        </UnitButton>
      }
    />
  )
}

/** A button inside a control, behind a hairline. */
function UnitButton(props: ComponentPropsWithoutRef<'button'>) {
  return <button type="button" {...props} className={classes['unit']} />
}
