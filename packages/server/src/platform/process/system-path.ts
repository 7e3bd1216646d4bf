/** Where programs of the system are looked for, whatever the hub was started with. */
export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
