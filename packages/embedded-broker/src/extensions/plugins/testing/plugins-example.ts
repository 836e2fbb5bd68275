import { plugins } from '@brokerdeck/contract/extensions/plugins.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'
import { pluginForm } from './plugin-form.ts'

const path = '/plugins/device_tags-1.0.0'
const config = {
  hostname: 'db.example.org',
  port: 5432,
  password: 'p',
  mode: 'fast',
  note: { string: 'hello' },
  tags: ['x'],
  enable: false,
}

export const pluginsExample: ResourceExample = {
  endpoints: plugins,
  fills: [['POST', '/plugins/install', pluginForm('device_tags-1.0.0')]],
  writes: [
    ['POST', '/plugins/install', pluginForm('hello_world-0.1.0')],
    ['POST', `${path}/move`, { position: 'rear' }],
    ['PUT', `${path}/start`],
    ['PUT', `${path}/config`, config],
    ['PUT', `${path}/stop`],
    ['DELETE', path],
  ],
  nameOf: (item) => ('name' in item && 'rel_vsn' in item ? `${item.name}-${item.rel_vsn}` : ''),
}
