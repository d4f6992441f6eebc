package io.onceflow.ingest.upload;

import static java.util.Objects.requireNonNull;

import io.onceflow.http.problem.Problem;
import io.onceflow.ingest.request.TaskRequest;
import io.onceflow.ingest.upload.BatchController.BatchAnswer;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.BinarySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.List;
import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;

/**
 * Says in the OpenAPI document what the controllers' signatures cannot: bodies that are read as
 * streams, headers, and every answer of the table of cases.
 */
final class UploadApi implements OpenApiCustomizer {
  private static final String JSON = "application/json";

  /** The answers that have a problem as their body, in the table's words. */
  private static final Map<String, String> PROBLEMS =
      Map.of(
          "400", "A field is wrong, the document is empty, or its text cannot be decoded",
          "401", "No valid credentials",
          "403", "The credentials do not allow this",
          "413", "Too large",
          "415", "The type of the content is not supported",
          "429", "The tenant's rate is exceeded; see Retry-After",
          "503", "Overloaded, or the database is away; nothing was written. See Retry-After");

  @Override
  public void customise(OpenAPI document) {
    document.info(
        new Info()
            .title("Onceflow ingest")
            .version("1")
            .description(
                "Takes documents to be processed. The read side tells what becomes of them."));
    secure(document);
    for (var type :
        List.of(TaskRequest.class, TaskAnswer.class, Problem.class, BatchAnswer.class)) {
      ModelConverters.getInstance()
          .readAll(type)
          .forEach((name, schema) -> document.getComponents().addSchemas(name, schema));
    }
    // stored as text and sent as it is, so its type does not tell
    requireNonNull(document.getComponents().getSchemas().get("ItemAnswer"))
        .addProperty("task", ref("TaskAnswer"));
    describeSingle(post(document, UploadController.PATH));
    describeBatch(post(document, UploadController.PATH + "/batch"));
  }

  private static Operation post(OpenAPI document, String path) {
    return requireNonNull(document.getPaths().get(path)).getPost();
  }

  private static void secure(OpenAPI document) {
    document
        .getComponents()
        .addSecuritySchemes(
            "apiKey",
            new SecurityScheme()
                .type(SecurityScheme.Type.APIKEY)
                .in(SecurityScheme.In.HEADER)
                .name("X-API-Key"))
        .addSecuritySchemes(
            "bearer", new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"));
    document.security(
        List.of(
            new SecurityRequirement().addList("apiKey"),
            new SecurityRequirement().addList("bearer")));
  }

  private static void describeSingle(Operation operation) {
    var form = new ObjectSchema();
    form.addProperty("file", new BinarySchema());
    form.addProperty("request", ref("TaskRequest"));
    form.setRequired(List.of("file"));
    var body =
        new Content()
            .addMediaType(JSON, new MediaType().schema(ref("TaskRequest")))
            .addMediaType("multipart/form-data", new MediaType().schema(form))
            .addMediaType("*/*", new MediaType().schema(new BinarySchema()));
    operation
        .operationId("submit")
        .summary("Submit a document")
        .description(
            "JSON with the text inline, a form with a file, or the document as the body itself with"
                + " the fields of TaskRequest as query parameters (steps with commas between,"
                + " metadata as metadata.NAME). The content decides what a document is, not the"
                + " declared type.")
        .requestBody(new RequestBody().required(true).content(body));
    describeKey(operation);
    var accepted =
        answer("Accepted, or accepted before under the same key", ref("TaskAnswer"))
            .addHeaderObject("Location", header("The task's snapshot"))
            .addHeaderObject(
                Answers.REPLAYED, header("true, if the task is of an earlier request"));
    operation.responses(
        responses()
            .addApiResponse("202", accepted)
            .addApiResponse("422", problem("The key was used for another request")));
  }

  private static void describeBatch(Operation operation) {
    var body =
        new Content()
            .addMediaType(JSON, new MediaType().schema(new ArraySchema().items(ref("TaskRequest"))))
            .addMediaType("application/x-ndjson", new MediaType().schema(ref("TaskRequest")));
    operation
        .operationId("submitBatch")
        .summary("Submit many documents")
        .description(
            "A JSON array, or a JSON object a line, each with an idempotencyKey of its own. Every"
                + " item is accepted or refused for itself.")
        .requestBody(new RequestBody().required(true).content(body))
        .responses(
            responses()
                .addApiResponse("200", answer("What became of each item", ref("BatchAnswer"))));
  }

  private static void describeKey(Operation operation) {
    operation.getParameters().stream()
        .filter(parameter -> parameter.getName().equals(UploadController.KEY))
        .forEach(
            parameter ->
                parameter
                    .description(
                        "Business key, operation and version, as article-4711:process:1. The same"
                            + " key with the same request is the same task.")
                    .schema(new StringSchema().minLength(1).maxLength(255)));
  }

  private static ApiResponses responses() {
    var responses = new ApiResponses();
    PROBLEMS.forEach((status, when) -> responses.addApiResponse(status, problem(when)));
    return responses;
  }

  private static ApiResponse problem(String when) {
    return new ApiResponse()
        .description(when)
        .content(
            new Content()
                .addMediaType(
                    Problem.MEDIA_TYPE.toString(), new MediaType().schema(ref("Problem"))));
  }

  private static ApiResponse answer(String when, Schema<?> schema) {
    return new ApiResponse()
        .description(when)
        .content(new Content().addMediaType(JSON, new MediaType().schema(schema)));
  }

  private static Header header(String description) {
    return new Header().description(description).schema(new StringSchema());
  }

  private static Schema<?> ref(String name) {
    return new Schema<>().$ref("#/components/schemas/" + name);
  }
}
