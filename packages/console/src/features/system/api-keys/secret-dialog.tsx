import type { CreatedApiKey } from '@brokerdeck/contract/system/api-keys.ts'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { apiKeys as m } from '#features/system/messages/accounts.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { StatusShape } from '#ui/status.tsx'
import classes from './secret-dialog.module.css'

interface SecretDialogProps {
  readonly created: CreatedApiKey
  readonly onClose: () => void
}

/** Shows the secret, which is available only once, so the dialog cannot be closed by accident. */
export function SecretDialog({ created, onClose }: SecretDialogProps) {
  const { name, api_key, api_secret } = created
  const parts = [
    [m.name, name],
    [m.key, api_key],
    [m.secret, api_secret],
  ] as const
  const leave = async () => {
    if (
      await confirm({
        title: m.leaveTitle,
        body: m.leaveBody,
        action: m.leave,
        danger: true,
        interrupts: 'nothing',
      })
    )
      onClose()
  }
  const download = () =>
    saveFile(
      `${name}-api-key.json`,
      JSON.stringify({ name, api_key, api_secret }, null, 2),
      'application/json',
    )
  return (
    <DialogShell
      title={m.secretTitle}
      size={600}
      onClose={() => void leave()}
      footer={
        <>
          <Button icon={<IconDownload size={16} stroke={1.5} aria-hidden />} onClick={download}>
            {m.download}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {m.done}
          </Button>
        </>
      }
    >
      <p className={classes['warning']} role="status">
        <StatusShape kind="warn" coloured />
        {m.secretWarning}
      </p>
      <dl className={classes['parts']}>
        {parts.map(([label, text]) => (
          <div key={label} className={classes['part']}>
            <dt className={classes['label']}>{label}</dt>
            <dd className={`mono ${classes['text']}`}>{text}</dd>
            <dd>
              <CopyButton text={text} name={label} />
            </dd>
          </div>
        ))}
      </dl>
    </DialogShell>
  )
}
