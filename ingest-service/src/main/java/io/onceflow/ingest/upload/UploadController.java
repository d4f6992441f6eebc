package io.onceflow.ingest.upload;

import io.onceflow.http.access.Caller;
import io.onceflow.ingest.limit.BodyMemory;
import io.onceflow.ingest.limit.TenantRates;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Takes single documents: inline in JSON, as a file of a form, or as the body itself. */
@RestController
final class UploadController {
  static final String PATH = "/api/v1/tasks";
  static final String KEY = "Idempotency-Key";

  private final UploadReader reader;
  private final TenantRates rates;
  private final BodyMemory memory;
  private final AcceptUpload accept;

  UploadController(UploadReader reader, TenantRates rates, BodyMemory memory, AcceptUpload accept) {
    this.reader = reader;
    this.rates = rates;
    this.memory = memory;
    this.accept = accept;
  }

  @PostMapping(path = PATH, consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<byte[]> json(
      @AuthenticationPrincipal Caller caller,
      @RequestHeader(name = KEY, required = false) @Nullable String key,
      HttpServletRequest request)
      throws IOException {
    rates.require(caller.tenant());
    try (var _ = memory.reserve(request.getContentLengthLong())) {
      return answer(reader.json(request, caller, key));
    }
  }

  @PostMapping(path = PATH, consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  ResponseEntity<byte[]> multipart(
      @AuthenticationPrincipal Caller caller,
      @RequestHeader(name = KEY, required = false) @Nullable String key,
      MultipartHttpServletRequest request)
      throws IOException {
    rates.require(caller.tenant());
    try (var _ = memory.reserve(request.getContentLengthLong())) {
      return answer(reader.multipart(request, caller, key));
    }
  }

  @PostMapping(path = PATH)
  ResponseEntity<byte[]> raw(
      @AuthenticationPrincipal Caller caller,
      @RequestHeader(name = KEY, required = false) @Nullable String key,
      HttpServletRequest request)
      throws IOException {
    rates.require(caller.tenant());
    try (var _ = memory.reserve(request.getContentLengthLong())) {
      return answer(reader.raw(request, caller, key));
    }
  }

  private ResponseEntity<byte[]> answer(Upload upload) {
    return Answers.answer(accept.accept(upload), upload.links());
  }
}
