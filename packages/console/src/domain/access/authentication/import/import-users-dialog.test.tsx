import { fireEvent, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { builtIn } from '#features/access/authentication/testing/recorded-authenticators.ts'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const ID = 'password_based:built_in_database'

async function open(options: RenderOptions = {}) {
  const app = await renderApp(`/authentication/detail/${ID}?tab=users`, {
    ...options,
    arrange: async ({ ask }) => {
      await ask('POST', '/authentication', builtIn)
      await ask('POST', `/authentication/${ID}/users`, { user_id: 'old', password: 'x' })
    },
  })
  const [label, title] = options.locale === 'zh' ? ['导入', '导入用户'] : ['Import', 'Import users']
  await app.user.click(await app.screen.findByRole('button', { name: label }))
  const dialog = within(await app.screen.findByRole('dialog', { name: title }))
  const choose = (name: string, ...text: readonly string[]) =>
    app.user.upload(
      dialog.getByLabelText('File', { selector: 'input[type=file]' }),
      new File([...text], name),
    )
  /** The browser does not check the type of a dropped file. */
  const drop = (file: File) =>
    fireEvent.drop(dialog.getByRole('group', { name: 'File' }), { dataTransfer: { files: [file] } })
  const submit = () => app.user.click(dialog.getByRole('button', { name: 'Import' }))
  const users = async () => (await app.broker.ask('GET', `/authentication/${ID}/users?limit=100`)).body
  return { ...app, dialog, choose, drop, submit, users }
}

describe('the import of users', () => {
  it('needs a file, with an ending that the broker knows', async () => {
    const { dialog, drop, submit } = await open()
    await submit()
    expect((await dialog.findAllByText(/Please select a file first/)).length).toBeGreaterThan(0)
    drop(new File(['PK'], 'users.xlsx'))
    expect(
      (await dialog.findAllByText(/Please upload a file with extension .*\.csv.*\.json/)).length,
    ).toBeGreaterThan(0)
  })

  it('takes what is right and says what became of it', async () => {
    const { dialog, choose, submit, screen, users } = await open()
    await choose('users.CSV', '\uFEFFuser_id,password,is_superuser\r\n"a, b",p,true\r\nold,new,false\r\n')
    expect(await dialog.findByText('2 users can be imported.')).toBeDefined()
    await submit()
    const result = within(await screen.findByRole('dialog', { name: 'Import finished' }))
    expect(result.getByText('2 users were imported.')).toBeDefined()
    expect(result.getByText('Replaced').closest('div')?.textContent).toBe('Replaced1')
    expect(await users()).toMatchObject({
      data: expect.arrayContaining([{ user_id: 'a, b', is_superuser: true }]),
      meta: { count: 2 },
    })
  })

  it('names the rows that would spoil the file, and sends the others', async () => {
    const { dialog, choose, submit, screen, users } = await open()
    await choose('users.csv', 'user_id,password,is_superuser\ngood,p,false\n,p,false\nx,p,maybe\nshort\n')
    expect(await dialog.findByText('1 user can be imported.')).toBeDefined()
    const rows = within(dialog.getByRole('region', { name: 'Rows that cannot be imported' }))
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Line 3, column 1The user_id is empty.'),
      expect.stringContaining('Line 4, column 3is_superuser is "maybe"; it must be true or false, in small'),
      expect.stringContaining('Line 5It has 1 field; the head line has 3.'),
    ])
    await submit()
    const result = within(await screen.findByRole('dialog', { name: 'Import finished' }))
    expect(result.getByText('Left out').closest('div')?.textContent).toBe('Left out3')
    expect(result.getByRole('button', { name: 'Download the rows that are left out' })).toBeDefined()
    await waitFor(async () => expect(await users()).toMatchObject({ meta: { count: 2 } }))
  })

  it('refuses a file without what is asked for', async () => {
    const { dialog, choose, submit, users } = await open()
    await choose('users.csv', 'user_id;password\na;b\n')
    expect((await dialog.findAllByText(/must be separated by commas/)).length).toBeGreaterThan(0)
    await submit()
    expect(await users()).toMatchObject({ meta: { count: 1 } })
  })

  it('says that the upload failed, and why, where the broker refuses the file', async () => {
    const { dialog, choose, submit, network } = await open()
    const refusal = { code: 'BAD_REQUEST', message: '{bad_format,no_columns}' }
    network.answer(/\/import_users$/, () => Response.json(refusal, { status: 400 }))
    await choose('users.csv', 'user_id,password,is_superuser\ngood,p,false\n')
    await dialog.findByText('1 user can be imported.')
    await submit()
    const alert = within(await dialog.findByRole('alert'))
    expect(alert.getByText('Upload Failed')).toBeDefined()
    expect(alert.getByText(/no_columns/)).toBeDefined()
  })

  it('takes hashes from JSON', async () => {
    const { dialog, choose, submit, screen, users, user } = await open()
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Passwords/ }), 'hash')
    const hashed = { user_id: 'h', password_hash: 'a1'.repeat(32), salt: 's' }
    await choose('users.json', JSON.stringify([hashed, { user_id: 'x', password_hash: 'ab' }]))
    expect(await dialog.findByText(/password_hash is none of sha256/)).toBeDefined()
    await dialog.findByText('1 user can be imported.')
    await submit()
    await screen.findByRole('dialog', { name: 'Import finished' })
    expect(await users()).toMatchObject({ meta: { count: 2 } })
  })

  it('names place and cause of what the broker calls bad_format without either', async () => {
    const { dialog, choose, users } = await open()
    const text = 'user_id,password,is_superuser\na,p,FALSE\nb,p,1\nc,p,\nd;p;true\ne,"p"x,true\n'
    await choose('users.csv', text)
    const rows = within(await dialog.findByRole('region', { name: 'Rows that cannot be imported' }))
    expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Line 2, column 3is_superuser is "FALSE"; it must be true or false'),
      expect.stringContaining('Line 3, column 3is_superuser is "1"; it must be true or false'),
      expect.stringContaining('Line 4, column 3is_superuser is empty; it must be true or false.'),
      expect.stringContaining('Line 5Its fields are separated by semicolons; they must be'),
      expect.stringContaining('Line 6, column 2There is text between a closing quote and the comma.'),
    ])
    await choose(
      'users.json',
      '[{"user_id":"a","password":"p"},\n {"user_id":"b","password":"p","is_superuser":1}]',
    )
    expect(await dialog.findByText('Entry 2, line 2')).toBeDefined()
    expect(dialog.getByText(/is_superuser is 1; it must be/)).toBeDefined()
    expect(await users()).toMatchObject({ meta: { count: 1 } })
  })

  it('speaks Chinese', async () => {
    const { dialog, user, screen } = await open({ locale: 'zh' })
    await user.upload(
      dialog.getByLabelText('文件', { selector: 'input[type=file]' }),
      new File(['user_id,password,is_superuser\na,p,FALSE\n'], 'users.csv'),
    )
    expect(await screen.findByText('第 2 行第 3 列')).toBeDefined()
    expect(dialog.getByText('is_superuser 是 "FALSE"，必须为小写的 true 或 false。')).toBeDefined()
    expect(dialog.getByText(/由 Broker 按照认证器的设置计算哈希/)).toBeDefined()
  })
})
