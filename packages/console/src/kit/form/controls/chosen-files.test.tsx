import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Field } from '#kit/form/field.ts'
import { renderFields } from '#kit/form/testing/render-fields.tsx'

const rows: Field = {
  kind: 'rows',
  path: 'rows',
  label: 'Rows',
  addLabel: 'Add a row',
  mostRows: 3,
  columns: [{ kind: 'text', path: 'name', label: 'Name', isRequired: true }],
}
const key: Field = { kind: 'secret', path: 'key', label: 'Key', isFile: true }
const certificate: Field = { kind: 'certificate', path: 'crt', label: 'Certificate', of: 'certificate' }
const backup: Field = { kind: 'file', path: 'backup', label: 'Backup', extensions: ['.tar.gz'] }

test.each([
  ['rows', rows, '.csv'],
  ['a secret that is a file', key, '.json'],
  ['a certificate', certificate, 'crt, key, pem, jks, der, cer, pfx'],
  ['a file', backup, '.tar.gz'],
])(
  '%s: a file with another ending is refused in the words of the specification',
  async (_, field, endings) => {
    const { values, form } = renderFields([field])
    const before = values()
    const input = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('input[type=file]')
      if (found === null) throw new Error('no file can be chosen yet')
      return found
    })
    // The file picker of a phone offers files of any extension.
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['name\na\n'], 'notes.docx'))
    // A file for upload is validated with the rest of the form.
    if (field === backup) await form.submit()
    expect(
      await screen.findByText(`Please upload a file with extension ${endings}`, { exact: false }),
    ).toBeDefined()
    if (field !== backup) expect(values()).toEqual(before)
  },
)

test('the key of a service account comes from its file', async () => {
  const { user, values } = renderFields([key])
  await user.upload(
    await screen.findByLabelText(/Key/, { selector: 'input[type=file]' }),
    new File(['{"a":1}'], 'key.json'),
  )
  await expect.poll(() => JSON.stringify(values())).toContain('{\\"a\\":1}')
})
