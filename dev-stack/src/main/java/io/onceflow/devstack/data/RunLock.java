package io.onceflow.devstack.data;

import io.onceflow.devstack.server.LaunchException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a second run away from a data folder. The operating system gives the lock back when its
 * holder dies, so a killed run blocks nobody.
 */
public final class RunLock implements AutoCloseable {
  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  public static RunLock take(DataFolder folder) {
    try {
      var channel =
          FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new LaunchException(
            """
            The suite already runs on %s (process %s).
            Remedy: look at it with ./run status, end it with ./run stop, or run a second one beside it \
            with --data DIR --port-offset N.\
            """
                .formatted(folder.root(), Files.readString(folder.lock()).strip()));
      }
      channel.truncate(0);
      var pid = ProcessHandle.current().pid() + "\n";
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
      return new RunLock(channel);
    } catch (IOException e) {
      throw new LaunchException("Cannot lock %s: %s".formatted(folder.root(), e), e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // held by this very process
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new LaunchException("Cannot release the lock: " + e, e);
    }
  }
}
