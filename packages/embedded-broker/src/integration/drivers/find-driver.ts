import { clickhouseDriver } from './clickhouse-driver.ts'
import type { Driver } from './driver.ts'
import { httpDriver } from './http-driver.ts'
import { influxdbDriver } from './influxdb-driver.ts'
import { mongodbDriver } from './mongodb-driver.ts'
import { mqttDriver } from './mqtt-driver.ts'
import { mysqlDriver } from './mysql-driver.ts'
import { pgsqlDriver } from './pgsql-driver.ts'
import { rabbitmqDriver } from './rabbitmq-driver.ts'
import { redisDriver } from './redis-driver.ts'
import { unreachableDriver } from './unreachable-driver.ts'

const drivers: ReadonlyMap<string, Driver> = new Map([
  ['http', httpDriver],
  ['mqtt', mqttDriver],
  ['redis', redisDriver],
  ['pgsql', pgsqlDriver],
  ['timescale', pgsqlDriver],
  ['matrix', pgsqlDriver],
  ['mysql', mysqlDriver],
  ['mongodb', mongodbDriver],
  ['influxdb', influxdbDriver],
  ['rabbitmq', rabbitmqDriver],
  ['clickhouse', clickhouseDriver],
])

/** The types with a driver. Connectors of all other types are stored, and never reported as connected. */
export const reachableTypes: ReadonlySet<string> = new Set(drivers.keys())

/** Returns the driver for the systems of a connector's type. */
export const findDriver = (type: string): Driver => drivers.get(type) ?? unreachableDriver(type)
