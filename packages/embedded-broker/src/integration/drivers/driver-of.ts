import type { Driver } from './driver.ts'
import { httpDriver } from './http-driver.ts'
import { unreachableDriver } from './unreachable-driver.ts'

const drivers: ReadonlyMap<string, Driver> = new Map([['http', httpDriver]])

/** How this broker reaches the systems of a connector's type. */
export const driverOf = (type: string): Driver => drivers.get(type) ?? unreachableDriver(type)
