// @ts-check
/// <reference types="node" />
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The hub in few files starts in half of the time, because finding and linking a thousand modules takes the other half.
 * This file decides whether the bundle is of exactly the code that is there, before any code of the hub is loaded. The
 * bundler writes down what it read (src/platform/bundle/bundle-hub.ts). JavaScript, as hub.mjs.
 *
 * @typedef {object} BundleRecord
 * @property {string} folder The folder of the bundle, beside the record.
 * @property {string} root From the folder of the record to what `files` is relative to.
 * @property {'exact' | 'not newer' | 'any'} dates How the dates of files are compared. In a checkout they are exactly those
 * that the bundler saw. Those of an image are all the same, so none may be newer than the record. npm keeps none.
 * @property {readonly [name: string, size: number][]} parts The files of the bundle. After a loss of power, some may be empty.
 * @property {readonly [path: string, size: number, modified: number, inode: number][]} files What was bundled.
 * @property {readonly [name: string, version: string, user?: string][]} packages The same for packages that are compared by
 * version. The user is the package that imports it, if that is not the hub.
 */

/**
 * The address of the entry, or undefined: the hub then runs its code as it is.
 *
 * @param {string} place The folder of the record.
 * @returns {string | undefined}
 */
export function findBundle(place) {
  try {
    const path = join(place, 'bundle.json')
    const record = /** @type {BundleRecord} */ (JSON.parse(readFileSync(path, 'utf8')))
    const folder = join(place, record.folder)
    const isCurrent =
      record.parts.every(([name, size]) => statSync(`${folder}/${name}`).size === size) &&
      hasSameFiles(record, join(place, record.root), statSync(path).mtimeMs) &&
      record.packages.every(([name, version, user]) => {
        const from = user === undefined ? place : findPackage(place, user).folder
        const manifest = /** @type {{ version?: string }} */ (JSON.parse(findPackage(from, name).text))
        return manifest.version === version
      })
    return isCurrent ? pathToFileURL(join(folder, 'main.js')).href : undefined
  } catch {
    // None, or not for this user, or a file is gone: all the same here.
    return undefined
  }
}

/**
 * @param {BundleRecord} record
 * @param {string} root
 * @param {number} made
 */
function hasSameFiles({ files, dates }, root, made) {
  for (const [path, size, modified, inode] of files) {
    const found = statSync(`${root}/${path}`)
    if (found.size !== size) return false
    // A copy that keeps dates makes another inode.
    if (dates === 'exact' && (found.mtimeMs !== modified || found.ino !== inode)) return false
    if (dates === 'not newer' && found.mtimeMs > made) return false
  }
  return true
}

/**
 * The folder and the package.json of a package as Node finds it from this folder.
 *
 * @param {string} from
 * @param {string} name
 * @returns {{ folder: string, text: string }}
 */
function findPackage(from, name) {
  for (let above = from; ; above = dirname(above)) {
    const folder = `${above}/node_modules/${name}`
    const text = readText(`${folder}/package.json`)
    if (text !== undefined) return { folder, text }
    if (above === dirname(above)) throw new Error(`The package ${name} is not installed`)
  }
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
