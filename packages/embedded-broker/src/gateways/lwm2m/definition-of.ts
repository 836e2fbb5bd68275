export type ResourceType = 'String' | 'Integer' | 'Float' | 'Boolean' | 'Opaque' | 'Time' | 'Objlnk'

export interface ResourceDefinition {
  readonly name: string
  readonly operations: '' | 'R' | 'W' | 'RW' | 'E'
  readonly dataType: ResourceType | ''
}

const define = (
  name: string,
  operations: ResourceDefinition['operations'],
  dataType: ResourceDefinition['dataType'] = '',
): ResourceDefinition => ({ name, operations, dataType })

type Definitions = Readonly<Record<number, ResourceDefinition>>

/** The objects whose definitions EMQX brings along (OMA LwM2M Registry), and the commonest sensors. */
const objects: Readonly<Record<number, Definitions>> = {
  1: {
    0: define('Short Server ID', 'R', 'Integer'),
    1: define('Lifetime', 'RW', 'Integer'),
    2: define('Default Minimum Period', 'RW', 'Integer'),
    3: define('Default Maximum Period', 'RW', 'Integer'),
    4: define('Disable', 'E'),
    5: define('Disable Timeout', 'RW', 'Integer'),
    6: define('Notification Storing When Disabled or Offline', 'RW', 'Boolean'),
    7: define('Binding', 'RW', 'String'),
    8: define('Registration Update Trigger', 'E'),
  },
  3: {
    0: define('Manufacturer', 'R', 'String'),
    1: define('Model Number', 'R', 'String'),
    2: define('Serial Number', 'R', 'String'),
    3: define('Firmware Version', 'R', 'String'),
    4: define('Reboot', 'E'),
    5: define('Factory Reset', 'E'),
    6: define('Available Power Sources', 'R', 'Integer'),
    7: define('Power Source Voltage', 'R', 'Integer'),
    8: define('Power Source Current', 'R', 'Integer'),
    9: define('Battery Level', 'R', 'Integer'),
    10: define('Memory Free', 'R', 'Integer'),
    11: define('Error Code', 'R', 'Integer'),
    12: define('Reset Error Code', 'E'),
    13: define('Current Time', 'RW', 'Time'),
    14: define('UTC Offset', 'RW', 'String'),
    15: define('Timezone', 'RW', 'String'),
    16: define('Supported Binding and Modes', 'R', 'String'),
    17: define('Device Type', 'R', 'String'),
    18: define('Hardware Version', 'R', 'String'),
    19: define('Software Version', 'R', 'String'),
    20: define('Battery Status', 'R', 'Integer'),
    21: define('Memory Total', 'R', 'Integer'),
  },
  5: {
    0: define('Package', 'W', 'Opaque'),
    1: define('Package URI', 'W', 'String'),
    2: define('Update', 'E'),
    3: define('State', 'R', 'Integer'),
    4: define('Update Supported Objects', 'RW', 'Boolean'),
    5: define('Update Result', 'R', 'Integer'),
    6: define('PkgName', 'R', 'String'),
    7: define('PkgVersion', 'R', 'String'),
  },
  6: {
    0: define('Latitude', 'R', 'Float'),
    1: define('Longitude', 'R', 'Float'),
    2: define('Altitude', 'R', 'Float'),
    3: define('Radius', 'R', 'Float'),
    4: define('Velocity', 'R', 'Opaque'),
    5: define('Timestamp', 'R', 'Time'),
    6: define('Speed', 'R', 'Float'),
  },
  3303: {
    5601: define('Min Measured Value', 'R', 'Float'),
    5602: define('Max Measured Value', 'R', 'Float'),
    5603: define('Min Range Value', 'R', 'Float'),
    5604: define('Max Range Value', 'R', 'Float'),
    5605: define('Reset Min and Max Measured Values', 'E'),
    5700: define('Sensor Value', 'R', 'Float'),
    5701: define('Sensor Units', 'R', 'String'),
  },
}

/** Of `/3/0/9`; undefined for what is no resource or of an object that is not known here. */
export function definitionOf(path: string): ResourceDefinition | undefined {
  const [, object = '', , resource = ''] = path.split('/')
  if (object === '' || resource === '') return undefined
  return objects[Number(object)]?.[Number(resource)]
}
