import { gzipSync } from 'node:zlib'
import { writeTar } from '@brokerdeck/languages/tar.ts'

/** The recorded schema of a real plugin: one field of each kind. */
const avsc = {
  type: 'record',
  name: 'ExtendedConfig',
  fields: [
    {
      name: 'hostname',
      type: 'string',
      default: 'localhost',
      $ui: {
        component: 'input',
        label: '$hostname_label',
        description: '$hostname_desc',
        required: true,
        flex: 12,
        rules: [{ type: 'pattern', pattern: '^[a-z0-9.-]+$', message: '$hostname_rule' }],
      },
    },
    {
      name: 'port',
      type: 'int',
      default: 3306,
      $ui: {
        component: 'input-number',
        label: '$port_label',
        description: '$port_desc',
        required: true,
        flex: 12,
        rules: [{ type: 'range', min: 1, max: 65_535, message: '$port_rule' }],
      },
    },
    {
      name: 'password',
      type: 'string',
      default: '',
      $ui: { component: 'input-password', label: '$password_label', flex: 12 },
    },
    {
      name: 'mode',
      default: 'safe',
      type: { type: 'enum', name: 'Mode', symbols: ['fast', 'safe'] },
      $ui: {
        component: 'select',
        label: '$mode_label',
        flex: 12,
        options: [
          { label: '$mode_fast', value: 'fast' },
          { label: '$mode_safe', value: 'safe' },
        ],
      },
    },
    {
      name: 'note',
      type: ['null', 'string'],
      default: null,
      $ui: { component: 'input-textarea', label: '$note_label', flex: 24 },
    },
    {
      name: 'tags',
      type: { type: 'array', items: 'string' },
      default: [],
      $ui: { component: 'input-array', label: '$tags_label', flex: 24 },
    },
    {
      name: 'enable',
      type: 'boolean',
      default: true,
      $ui: { component: 'switch', label: '$enable_label', description: '$enable_desc', flex: 12 },
    },
  ],
}

const i18n = {
  $hostname_label: { en: 'Host name', zh: '主机名' },
  $hostname_desc: { en: 'Host to connect to', zh: '要连接的主机' },
  $hostname_rule: { en: 'Wrong format', zh: '格式错误' },
  $port_label: { en: 'Port', zh: '端口' },
  $port_desc: { en: 'TCP port', zh: 'TCP 端口' },
  $port_rule: { en: 'From 1 to 65535', zh: '1 到 65535' },
  $password_label: { en: 'Password', zh: '密码' },
  $mode_label: { en: 'Mode', zh: '模式' },
  $mode_fast: { en: 'Fast', zh: '快' },
  $mode_safe: { en: 'Safe', zh: '安全' },
  $note_label: { en: 'Note', zh: '备注' },
  $tags_label: { en: 'Tags', zh: '标签' },
  $enable_label: { en: 'Enable', zh: '启用' },
  $enable_desc: { en: 'Switch it on', zh: '启用' },
}

const hocon = `hostname = localhost
port = 3306
password = ""
mode = safe
note = null
tags = [a, b]
enable = true
`

/**
 * Returns the files of a package as EMQX's plugin template builds it; `hello_world` is a package without
 * configuration.
 */
export function pluginFiles(ref: string): Readonly<Record<string, string>> {
  const [name = ''] = ref.split('-')
  const release = {
    name,
    rel_vsn: ref.slice(name.length + 1),
    rel_apps: [ref],
    metadata_vsn: '0.2.0',
    description: 'A sample plugin',
    authors: ['Ada', 'Bob'],
    functionality: ['Demo'],
    builder: { name: 'Example Co', contact: 'dev@example.org', website: 'example.org' },
    repo: `https://example.org/${name}`,
    compatibility: { emqx: '~> 5.8' },
    git_ref: '0000000',
    built_on_otp_release: '25',
    date: '2025-03-01',
    git_commit_or_build_date: '2025-03-01',
  }
  const priv = `${ref}/${ref}/priv`
  return {
    [`${ref}/release.json`]: JSON.stringify(release),
    [`${ref}/README.md`]: `# ${name}\n\nA sample plugin with *Markdown*.\n\n- one\n- two\n`,
    [`${ref}/${ref}/ebin/${name}.app`]: '',
    ...(name === 'hello_world'
      ? {}
      : {
          [`${priv}/config_schema.avsc`]: JSON.stringify(avsc),
          [`${priv}/config_i18n.json`]: JSON.stringify(i18n),
          [`${priv}/config.hocon`]: hocon,
        }),
  }
}

export function pluginArchive(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files).map(([name, content]) => ({
    name,
    data: new TextEncoder().encode(content),
    modifiedAt: 1_795_250_873,
  }))
  return new Uint8Array(gzipSync(writeTar(entries)))
}

/** Returns the form that installs a plugin. */
export function pluginForm(
  ref: string,
  archive = pluginArchive(pluginFiles(ref)),
  filename = `${ref}.tar.gz`,
): FormData {
  const form = new FormData()
  form.set('plugin', new Blob([archive], { type: 'application/gzip' }), filename)
  return form
}
