import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { PasswordBox } from '#ui/password-box.tsx'
import classes from './certificate.module.css'
import { m } from './messages.ts'

interface FilePasswordProps {
  /** Of the file. */
  readonly name: string
  readonly onOpen: (password: string) => Promise<void>
}

/** The password of a key store. It opens the file here, in the browser, and goes nowhere. */
export function FilePassword({ name, onOpen }: FilePasswordProps) {
  const [password, setPassword] = useState('')
  const label = m.filePassword(name)
  return (
    <div className={classes['password']}>
      <PasswordBox
        label={label}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoFocus
        value={password}
        onChange={setPassword}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter would apply the form.
          event.preventDefault()
          void onOpen(password)
        }}
      />
      <Button size="small" onClick={() => void onOpen(password)}>
        {m.openFile}
      </Button>
    </div>
  )
}
