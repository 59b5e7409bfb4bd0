/** Messages for common mistakes at a program's start, such as a port in use. All other errors are bugs. */

import { DirectoryInUse } from "../runtime/directory-lock.ts"
import { BadFlags } from "../runtime/flags.ts"
import { SchemaRefused } from "../runtime/storage/migrate.ts"
import { StoreUnavailable } from "../runtime/storage/store-errors.ts"

const DISK = /^(EROFS|ENOSPC|EACCES|EIO|SQLITE_(CANTOPEN|READONLY|FULL|IOERR))/

const PATH = /^(ENOENT|ENOTDIR|EISDIR)$/

/** A system error of Node. */
interface SystemError {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
  readonly address?: unknown
  readonly hostname?: unknown
  readonly port?: unknown
}

/** One line per mistake; null for any other error. */
export function faultsOf(error: unknown): readonly string[] | null {
  if (error instanceof BadFlags) return error.faults
  if (error instanceof DirectoryInUse || error instanceof SchemaRefused) return [error.message]
  if (error instanceof StoreUnavailable && error.cause) return faultsOf(error.cause)
  const fault: SystemError = Object(error)
  const message =
    fault.syscall === "listen" ? listenMessage(fault) : (dnsMessage(fault) ?? lockMessage(fault) ?? diskMessage(fault))
  return message === null ? null : [message]
}

function listenMessage({ code, port, address }: SystemError): string | null {
  if (code === "EADDRINUSE")
    return `port ${port} is in use by another program; stop that one or choose another port (see --help)`
  if (code === "EACCES") return `port ${port} is reserved for the system; choose one above 1023 (see --help)`
  if (code !== "EADDRNOTAVAIL") return null
  return `this machine has no address ${address}; choose another --host, or 0.0.0.0 for all addresses`
}

function dnsMessage({ code, syscall, hostname }: SystemError): string | null {
  if (syscall !== "getaddrinfo" || (code !== "ENOTFOUND" && code !== "EAI_AGAIN")) return null
  return `the name ${hostname} cannot be resolved; check its spelling and this machine's DNS`
}

function lockMessage({ code }: SystemError): string | null {
  if (!String(code).startsWith("SQLITE_BUSY")) return null
  return "another program has locked the database, such as a backup or brasa hub move; try again when it has ended"
}

function diskMessage({ code, syscall, message }: SystemError): string | null {
  if (DISK.test(String(code)))
    return `the disk cannot be written (${message}): it is full, read-only, broken, or belongs to another user`
  if (syscall === "open" && PATH.test(String(code))) return `the file cannot be opened (${message}); check its path`
  if (syscall === "symlink") return `the link cannot be made (${message}); check its path`
  return syscall === "mkdir" ? `the folder cannot be made (${message}); choose another one (see --help)` : null
}
