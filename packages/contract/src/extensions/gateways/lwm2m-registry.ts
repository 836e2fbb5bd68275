/*
 * The names, operations, types and units of the OMA LwM2M Registry
 * (https://github.com/OpenMobileAlliance/lwm2m-registry), in its newest version of each object. Each line is a
 * resource: number, operations (`*` if it has instances), type, name, unit.
 */

/** The objects that LwM2M itself defines. */
export const coreObjects = `
0 LWM2M Security
  0 none String LWM2M Server URI
  1 none Boolean Bootstrap-Server
  2 none Integer Security Mode
  3 none Opaque Public Key or Identity
  4 none Opaque Server Public Key
  5 none Opaque Secret Key
  6 none Integer SMS Security Mode
  7 none Opaque SMS Binding Key Parameters
  8 none Opaque SMS Binding Secret Key(s)
  9 none String LwM2M Server SMS Number
  10 none Integer Short Server ID
  11 none Integer Client Hold Off Time (s)
  12 none Integer Bootstrap-Server Account Timeout (s)
  13 none Unsigned_Integer Matching Type
  14 none String SNI
  15 none Unsigned_Integer Certificate Usage
  16 none* Unsigned_Integer DTLS/TLS Ciphersuite
  17 none Objlnk OSCORE Security Mode
  18 none* Unsigned_Integer Groups To Use by Client
  19 none* Unsigned_Integer Signature Algorithms Supported by Server
  20 none* Unsigned_Integer Signature Algorithms To Use by Client
  21 none* Unsigned_Integer Signature Algorithm Certs Supported by Server
  22 none Unsigned_Integer TLS 1.3 Features To Use by Client
  23 none Unsigned_Integer TLS Extensions Supported by Server
  24 none Unsigned_Integer TLS Extensions To Use by Client
  25 none* String Secondary LwM2M Server URI
  26 none Objlnk MQTT Server
  27 none* Objlnk LwM2M COSE Security
  28 none Integer RDS Destination Port
  29 none Integer RDS Source Port
  30 none String RDS Application ID
1 LwM2M Server
  0 R Integer Short Server ID
  1 RW Integer Lifetime (s)
  2 RW Integer Default Minimum Period (s)
  3 RW Integer Default Maximum Period (s)
  4 E none Disable
  5 RW Integer Disable Timeout (s)
  6 RW Boolean Notification Storing When Disabled or Offline
  7 RW String Binding
  8 E none Registration Update Trigger
  9 E none Bootstrap-Request Trigger
  10 RW Objlnk APN Link
  11 R Unsigned_Integer TLS-DTLS Alert Code
  12 R Time Last Bootstrapped
  13 R Unsigned_Integer Registration Priority Order
  14 RW Unsigned_Integer Initial Registration Delay Timer (s)
  15 R Boolean Registration Failure Block
  16 R Boolean Bootstrap on Registration Failure
  17 RW Unsigned_Integer Communication Retry Count
  18 RW Unsigned_Integer Communication Retry Timer (s)
  19 RW Unsigned_Integer Communication Sequence Delay Timer (s)
  20 RW Unsigned_Integer Communication Sequence Retry Count
  21 RW Boolean Trigger
  22 RW String Preferred Transport
  23 RW Boolean Mute Send
  24 RW* Objlnk Alternate APN Links
  25 RW* String Supported Server Versions
  26 RW Integer Default Notification Mode
  27 RW Unsigned_Integer Profile ID Hash Algorithm
2 LwM2M Access Control
  0 R Integer Object ID
  1 R Integer Object Instance ID
  2 RW* Integer ACL
  3 RW Integer Access Control Owner
3 Device
  0 R String Manufacturer
  1 R String Model Number
  2 R String Serial Number
  3 R String Firmware Version
  4 E none Reboot
  5 E none Factory Reset
  6 R* Integer Available Power Sources
  7 R* Integer Power Source Voltage
  8 R* Integer Power Source Current
  9 R Integer Battery Level (/100)
  10 R Integer Memory Free
  11 R* Integer Error Code
  12 E none Reset Error Code
  13 RW Time Current Time
  14 RW String UTC Offset
  15 RW String Timezone
  16 R String Supported Binding and Modes
  17 R String Device Type
  18 R String Hardware Version
  19 R String Software Version
  20 R Integer Battery Status
  21 R Integer Memory Total
  22 R* Objlnk ExtDevInfo
4 Connectivity Monitoring
  0 R Integer Network Bearer
  1 R* Integer Available Network Bearer
  2 R Integer Radio Signal Strength (dBm)
  3 R Integer Link Quality
  4 R* String IP Addresses
  5 R* String Router IP Addresses
  6 R Integer Link Utilization (/100)
  7 R* String APN
  8 R Integer Cell ID
  9 R Integer SMNC
  10 R Integer SMCC
  11 R Integer SignalSNR (dB)
  12 R Integer LAC
  13 R Integer Coverage Enhancement Level
5 Firmware Update
  0 W Opaque Package
  1 RW String Package URI
  2 E none Update
  3 R Integer State
  5 R Integer Update Result
  6 R String PkgName
  7 R String PkgVersion
  8 R* Integer Firmware Update Protocol Support
  9 R Integer Firmware Update Delivery Method
  10 E none Cancel
  11 RW Integer Severity
  12 R Time Last State Change Time
  13 RW Unsigned_Integer Maximum Defer Period (s)
  14 RW Boolean Automatic Upgrade at Download
6 Location
  0 R Float Latitude (lat)
  1 R Float Longitude (lon)
  2 R Float Altitude (m)
  3 R Float Radius (m)
  4 R Opaque Velocity
  5 R Time Timestamp
  6 R Float Speed (m/s)
7 Connectivity Statistics
  0 R Integer SMS Tx Counter
  1 R Integer SMS Rx Counter
  2 R Integer Tx Data
  3 R Integer Rx Data
  4 R Integer Max Message Size (B)
  5 R Integer Average Message Size (B)
  6 E none Start
  7 E none Stop
  8 RW Integer Collection Period (s)
`

/** The resources from which IPSO's objects are composed; each resource has the same meaning in all objects. */
export const reusableResources = `
5500 R Boolean Digital Input State
5501 R Integer Digital Input Counter
5505 E none Digital Input Counter Reset
5506 RW Time Current Time
5507 RW Float Fractional Time (s)
5508 R Float Min X Value
5509 R Float Max X Value
5510 R Float Min Y Value
5511 R Float Max Y Value
5512 R Float Min Z Value
5513 R Float Max Z Value
5517 R Opaque Velocity
5518 R Time Timestamp
5519 R Float Min Limit
5520 R Float Max Limit
5521 RW Float Delay Duration (s)
5522 RW Opaque Clip
5523 E none Trigger
5524 RW Float Duration (s)
5525 RW Float Minimum Off-time (s)
5526 RW Integer Timer Mode
5527 RW String Text
5528 RW Integer X Coordinate
5529 RW Integer Y Coordinate
5530 E none Clear Display
5531 RW Float Contrast (/100)
5532 R Boolean Increase Input State
5533 R Boolean Decrease Input State
5534 RW Integer Counter
5536 RW Float Current Position (/100)
5537 RW Float Transition Time (s)
5538 R Float Remaining Time (s)
5541 RW Integer Up Counter
5542 RW Integer Down Counter
5543 R Boolean Digital State
5544 RW Float Cumulative Time (s)
5545 R Integer Max X Coordinate
5546 R Integer Max Y Coordinate
5547 R Integer Multi-state Input
5548 RW Float Level (/100)
5601 R Float Min Measured Value
5602 R Float Max Measured Value
5603 R Float Min Range Value
5604 R Float Max Range Value
5605 E none Reset Min and Max Measured Values
5700 R Float Sensor Value
5701 R String Sensor Units
5702 R Float X Value
5703 R Float Y Value
5704 R Float Z Value
5705 R Float Compass Direction (deg)
5706 RW String Colour
5750 RW String Application Type
5751 R String Sensor Type
5800 R Float Instantaneous active power (W)
5801 R Float Min Measured active power (W)
5802 R Float Max Measured active power (W)
5803 R Float Min Range active power (W)
5804 R Float Max Range active power (W)
5805 R Float Cumulative active power (Wh)
5806 W Float Active Power Calibration (W)
5810 R Float Instantaneous reactive power (var)
5811 R Float Min Measured reactive power (var)
5812 R Float Max Measured reactive power (var)
5813 R Float Min Range reactive power (var)
5814 R Float Max Range reactive power (var)
5815 R Float Cumulative reactive power (varh)
5816 W Float Reactive Power Calibration (var)
5820 R Float Power factor
5821 RW Float Current Calibration
5822 E none Reset Cumulative energy
5823 RW String Event Identifier
5824 RW Time Start Time
5825 RW Integer Duration In Min (min)
5826 RW Integer Criticality Level
5827 RW Integer Avg Load AdjPct (/100)
5828 RW Integer Duty Cycle (/100)
5850 RW Boolean On/Off
5851 RW Integer Dimmer (/100)
5852 RW Integer On time (s)
5853 RW String Multi-state Output
5854 RW Integer Off Time (s)
5900 RW Float Set Point Value
5903 RW Integer Busy to Clear delay (ms)
5904 RW Integer Clear to Busy delay (ms)
5910 R Integer Bitmap Input
5911 E none Bitmap Input Reset
5912 RW* String Element Description
6042 R Integer Measurement Quality Indicator
6049 R Integer Measurement Quality Level
6050 R Float Fractional Timestamp (s)
6051 R Float Numeric Latitude (lat)
6052 R Float Numeric Longitude (lon)
6053 R Float Numeric Uncertainty (m)
`

/** IPSO's objects with the numbers of their resources. */
export const smartObjects = `
3300 Generic Sensor: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5751 6042 6049 6050
3301 Illuminance: 5518 5601 5602 5603 5604 5605 5700 5701 5750 6042 6049 6050
3302 Presence: 5500 5501 5505 5518 5750 5751 5903 5904 6042 6049 6050
3303 Temperature: 5518 5601 5602 5603 5604 5605 5700 5701 5750 6042 6049 6050
3304 Humidity: 5518 5601 5602 5603 5604 5605 5700 5701 5750 6042 6049 6050
3305 Power Measurement: 5518 5605 5750 5800 5801 5802 5803 5804 5805 5806 5810 5811 5812 5813 5814 5815 5816 5820 5821 5822 6042 6049 6050
3306 Actuation: 5518 5750 5850 5851 5852 5853 6050
3308 Set Point: 5518 5701 5706 5750 5900 6050
3310 Load Control: 5518 5750 5823 5824 5825 5826 5827 5828 6050
3311 Light Control: 5701 5706 5750 5805 5820 5850 5851 5852
3312 Power Control: 5518 5750 5805 5820 5850 5851 5852 6050
3313 Accelerometer: 5518 5603 5604 5701 5702 5703 5704 5750 6042 6049 6050
3314 Magnetometer: 5518 5701 5702 5703 5704 5705 5750 6042 6049 6050
3315 Barometer: 5518 5601 5602 5603 5604 5605 5700 5701 5750 6042 6049 6050
3316 Voltage: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3317 Current: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3318 Frequency: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3319 Depth: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3320 Percentage: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3321 Altitude: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3322 Load: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3323 Pressure: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3324 Loudness: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3325 Concentration: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3326 Acidity: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3327 Conductivity: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3328 Power: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3329 Power Factor: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3330 Distance: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3331 Energy: 5518 5700 5701 5750 5822 6042 6049 6050
3332 Direction: 5518 5601 5602 5605 5705 5750 6042 6049 6050
3333 Time: 5506 5507 5750 6042 6049
3334 Gyrometer: 5508 5509 5510 5511 5512 5513 5518 5603 5604 5605 5701 5702 5703 5704 5750 6042 6049 6050
3335 Colour: 5518 5701 5706 5750 6042 6049 6050
3336 Location: 5517 5518 5705 5750 6042 6049 6050 6051 6052 6053
3337 Positioner: 5518 5519 5520 5536 5537 5538 5601 5602 5605 5750 6050
3338 Buzzer: 5518 5521 5525 5548 5750 5850 6050
3339 Audio Clip: 5522 5523 5524 5548 5750
3340 Timer: 5501 5521 5523 5525 5526 5534 5538 5543 5544 5750 5850
3341 Addressable Text Display: 5527 5528 5529 5530 5531 5545 5546 5548 5750
3342 On/Off switch: 5500 5501 5518 5750 5852 5854 6050
3343 Dimmer: 5548 5750 5852 5854
3344 Up/Down Control: 5532 5533 5541 5542 5750
3345 Multiple Axis Joystick: 5500 5501 5702 5703 5704 5750
3346 Rate: 5518 5601 5602 5603 5604 5605 5700 5701 5750 5821 6042 6049 6050
3347 Push button: 5500 5501 5518 5750 6050
3348 Multi-state Selector: 5518 5547 5750 6050
3349 Bitmap: 5518 5750 5910 5911 5912 6050
3350 Stopwatch: 5501 5518 5544 5750 5850 6042 6049 6050
`
