/** The mistakes that people make when they start a program, in words; what is none of them is a fault of the program. */

import { DirectoryInUse } from "../runtime/directory-lock.ts"
import { BadFlags } from "../runtime/flags.ts"
import { SchemaRefused } from "../runtime/storage/migrate.ts"
import { StoreUnavailable } from "../runtime/storage/store-errors.ts"

const DISK = /^(EROFS|ENOSPC|EACCES|EIO|SQLITE_(CANTOPEN|READONLY|FULL|IOERR))/

const PATH = /^(ENOENT|ENOTDIR|EISDIR)$/

/** Of the system, as Node tells it. */
interface SystemFault {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
  readonly address?: unknown
  readonly hostname?: unknown
  readonly port?: unknown
}

/** A line each; null for what is no mistake of a start. */
export function faultsOf(error: unknown): readonly string[] | null {
  if (error instanceof BadFlags) return error.faults
  if (error instanceof DirectoryInUse || error instanceof SchemaRefused) return [error.message]
  if (error instanceof StoreUnavailable && error.cause) return faultsOf(error.cause)
  const fault: SystemFault = Object(error)
  const word =
    fault.syscall === "listen" ? wordOfDoor(fault) : (wordOfName(fault) ?? wordOfLock(fault) ?? wordOfDisk(fault))
  return word === null ? null : [word]
}

function wordOfDoor({ code, port, address }: SystemFault): string | null {
  if (code === "EADDRINUSE")
    return `port ${port} is in use by another program; stop that one or choose another port (see --help)`
  if (code === "EACCES") return `port ${port} is the system's own; choose one above 1023 (see --help)`
  if (code !== "EADDRNOTAVAIL") return null
  return `this machine has no address ${address}; choose another --host, or 0.0.0.0 for all that it has`
}

/** One's own or another machine's. */
function wordOfName({ code, syscall, hostname }: SystemFault): string | null {
  if (syscall !== "getaddrinfo" || (code !== "ENOTFOUND" && code !== "EAI_AGAIN")) return null
  return `no address is known for the name ${hostname}; look at its spelling, or at this machine's DNS`
}

/** A database that somebody else keeps for a while. */
function wordOfLock({ code }: SystemFault): string | null {
  if (!String(code).startsWith("SQLITE_BUSY")) return null
  return "another program keeps the database locked, such as a copy or brasa hub move; try again when it has ended"
}

function wordOfDisk({ code, syscall, message }: SystemFault): string | null {
  if (DISK.test(String(code)))
    return `the disk takes nothing (${message}): it is full, may only be read, fails, or belongs to another user`
  if (syscall === "open" && PATH.test(String(code))) return `the file cannot be opened (${message}); look at its path`
  if (syscall === "symlink") return `the link cannot be made (${message}); look at its path`
  return syscall === "mkdir" ? `the folder cannot be made (${message}); choose another (see --help)` : null
}
